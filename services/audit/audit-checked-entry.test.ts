import assert from "node:assert/strict"
import { test } from "node:test"
import type { EntryRow } from "./audit.store.ts"
import { beginningOf, chainAt, chainOf } from "./audit-chains.ts"
import { columnsMatchContent } from "./audit-checked-entry.ts"

const names = {
  subjectUserid: "maria.santos_harbor",
  accountNumber: "HM1",
  actorUserid: "agent.kim",
  account: "account",
  subject: "subject",
  actor: "actor",
  person: "person",
}
const at = new Date("2026-03-02T12:00:00Z")
const content = { client: "harbor", at: at.toISOString(), strand: 2, action: "signIn", ...names }
const entry: EntryRow = {
  ...{ client: "harbor", number: beginningOf(2) + 1, at, action: "signIn", ...names },
  content: JSON.stringify(content),
  previousHash: Buffer.alloc(0),
  hash: Buffer.alloc(0),
}

test("an entry matches its content only if every column does", () => {
  assert.equal(columnsMatchContent(entry), true)
  const altered: Partial<EntryRow>[] = [
    { client: "wayfarer" },
    { number: 1 },
    { at: new Date(at.getTime() + 1) },
    { action: "signOut" },
    ...Object.keys(names).flatMap((name) => [{ [name]: "another" }, { [name]: null }]),
  ]
  for (const change of altered) {
    assert.equal(columnsMatchContent({ ...entry, ...change }), false, JSON.stringify(change))
  }
})

test("a missing field is null in its column, and an entry without a chain is in the first one", () => {
  const { client, action } = content
  const short = JSON.stringify({ client, at: content.at, action })
  const nothing = Object.fromEntries(Object.keys(names).map((name) => [name, null]))
  const row = { ...entry, ...nothing, content: short }
  assert.equal(columnsMatchContent({ ...row, number: 1 }), true)
  assert.equal(columnsMatchContent(row), false)
  assert.equal(columnsMatchContent({ ...row, number: 1, person: "person" }), false)
})

test("each of the 16 chains has its own range of numbers, and entries about no person are in the first", () => {
  const strands = [0, 1, 15, 16, 255].map((byte) =>
    chainOf(Buffer.from([byte]).toString("base64url")),
  )
  assert.deepEqual([chainOf(null), ...strands], [1, 1, 2, 16, 1, 16])
  const room = 10_000_000_000
  assert.deepEqual([1, 2, 16].map(beginningOf), [0, room, 15 * room])
  assert.deepEqual([1, room, room + 1, 2 * room].map(chainAt), [1, 1, 2, 2])
})

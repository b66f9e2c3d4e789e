import assert from "node:assert/strict"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { readPeopleFile } from "./people-file.ts"

const person = { client: "lakeside", accountNumber: "LS-1" }

async function read(content: unknown) {
  const folder = mkdtempSync(join(tmpdir(), "people-"))
  try {
    const file = join(folder, "people.json")
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content))
    return await readPeopleFile(file).catch((error: Error) => error.message.replace(file, "FILE"))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test("CONFORM-03 reads test people, of whom none may be changed unless the file allows it", async () => {
  assert.deepEqual(await read({ people: [person] }), [
    { ...person, policyNumbers: [], mayChange: false },
  ])
})

test("CONFORM-03 reports the file, the place and the reason of a mistake in a people file", async () => {
  const cases: [content: unknown, message: RegExp][] = [
    ["{", /^FILE: is not JSON/],
    [[], /^FILE: the file /],
    [{}, /^FILE: people is not a list of people\.$/],
    [{ people: [] }, /^FILE: people names no person\.$/],
    [{ people: [{ client: "lakeside" }] }, /^FILE: people\[0\]\.accountNumber is not a text\.$/],
    [
      { people: [{ ...person, accountNumber: 7 }] },
      /^FILE: people\[0\]\.accountNumber is not a text\.$/,
    ],
    [
      { people: [{ ...person, policyNumbers: "1" }] },
      /^FILE: people\[0\]\.policyNumbers is not a list of plan numbers\.$/,
    ],
    [
      { people: [{ ...person, policyNumbers: [""] }] },
      /^FILE: people\[0\]\.policyNumbers\[0\] is empty\.$/,
    ],
    [
      { people: [{ ...person, mayChange: "yes" }] },
      /^FILE: people\[0\]\.mayChange is neither true nor false\.$/,
    ],
    [{ people: [{ ...person, maychange: true }] }, /^FILE: people\[0\] .*"maychange"/],
    [{ people: [person, person] }, /^FILE: people\[1\] repeats LS-1 of client lakeside\.$/],
  ]
  for (const [content, message] of cases) assert.match(String(await read(content)), message)
  const missing = readPeopleFile("/no/such/people.json")
  await assert.rejects(missing, { message: "/no/such/people.json: cannot be read (ENOENT)." })
})

// @prove-also models

import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import fc from "fast-check"
import { storedUser } from "#contracts/identity/shapes.ts"
import { forAnyChoices } from "#testing/any-choices.ts"
import { isFullSize, modelSeeds } from "#testing/model-seeds.ts"
import type { Random } from "#testing/random.ts"
import { readItem } from "#web/calls/local-storage.ts"
import { lastActivity, lastExtension } from "./activity.ts"
import { createTabSession } from "./tab-session.ts"

const keys = ["user", "supportUser", "lastActivity", "sessionExtended"] as const
const texts = ["rememberedUsername", "customerLoginIp", "selectedUnionHostName"] as const

const user = {
  access_token: "token-1",
  accountNumber: "A-1",
  policyNumber: "4000000017",
  firstName: "Ana",
  lastName: "Duarte",
  userid: "ana_harbor",
  isEmailSubscribed: true,
}

const names = ["localStorage", "sessionStorage"] as const
const originals = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name))
let items = new Map<string, string>()

beforeEach(() => {
  items = new Map()
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
  }
  for (const name of names) {
    Object.defineProperty(globalThis, name, { value: storage, configurable: true })
  }
})
afterEach(() => {
  for (const [index, name] of names.entries()) {
    const original = originals[index]
    if (original) Object.defineProperty(globalThis, name, original)
    else Reflect.deleteProperty(globalThis, name)
  }
})

const plain = [null, true, false, 0, -1, 1e21, "", "a", "token 2", "é", "a\nb", "9".repeat(14)]

/** Any JSON value, often a user with another field. */
function anyValue(random: Random, depth = 0): unknown {
  const { pick, below } = random
  const next = () => anyValue(random, depth + 1)
  const kind = depth > 3 ? 0 : below(4)
  if (kind === 0) return pick(plain)
  if (kind === 1) return Array.from({ length: below(4) }, next)
  const changed = { [pick([...Object.keys(user), "csUserid"])]: next() }
  return kind === 2 ? { ...user, ...changed } : changed
}

/** JSON of any value, sometimes cut off. */
function anyText(random: Random): string {
  const text = JSON.stringify(anyValue(random))
  return random.below(4) === 0 ? text.slice(0, random.below(text.length + 1)) : text
}

for (const seed of modelSeeds()) {
  test(`LINES-05 only a complete stored user starts a session (${seed})`, () => {
    let sessions = 0
    fc.assert(
      forAnyChoices((random) => {
        for (const key of [...keys, ...texts]) items.set(key, anyText(random))
        sessions += startSessions()
      }),
      { seed, numRuns: isFullSize ? 200_000 : 3_000 },
    )
    assert.ok(sessions > 0, "some of the users are whole")
  })
}

/** Reads everything that is stored. Returns how many sessions it starts. */
function startSessions(): number {
  let sessions = 0
  for (const key of ["user", "supportUser"] as const) {
    items.delete(`${key}OfTab`)
    const { user: found, stopped } = createTabSession(key).get()
    assert.equal(stopped, null)
    if (!found) continue
    sessions += 1
    assert.ok(storedUser.safeParse(found).success, items.get(key) ?? "")
    assert.match(found.access_token, /^[!-~]+$/)
  }
  for (const time of [lastActivity(Date.now()), lastExtension(Date.now())]) {
    assert.ok(time >= 0 && time <= Date.now(), String(time))
  }
  assert.ok((readItem("rememberedUsername") ?? "").length <= 100)
  assert.match(readItem("customerLoginIp") ?? "", /^[\da-f.:]{0,45}$/i)
  assert.match(readItem("selectedUnionHostName") ?? "", /^[\w.-]*$/)
  return sessions
}

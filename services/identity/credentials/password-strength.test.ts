import assert from "node:assert/strict"
import { test } from "node:test"
import { isGuessable } from "./password-strength.ts"

const own = ["Harbor Mutual", "maria.santos", "Maria", "Santos", "maria.santos@example.com"]

const guessable = [
  "Password1",
  "Passw0rd",
  "P@ssw0rd1",
  "Qwerty123",
  "Abcd1234",
  "Iloveyou1",
  "Winter2026",
  "Chicago1985",
  "Harbor2026",
  "Mutual2026!",
  "Santos1960",
  "Maria.Santos1",
  "Maria-Santos-1",
  "HarborMutual2026!",
  "Password-2026",
  "P4ssw0rd-2026!",
  "Qwerty-12345",
  "Welcome-2026",
  "2026-Summer",
]
for (const password of guessable) {
  test(`SECRET-40 ${password} is common or built on a name, and is refused with a helpful message`, async () => {
    assert.equal(await isGuessable(password, own), true)
  })
}

const fine = [
  "Anchor-2026",
  "Lantern-2027",
  "correct Horse battery 9",
  "Kj7mPx2q",
  "4 green Kettles",
  "Lighthouse-70417",
  "Beacon-2028",
  "Maria likes 3 red Boats",
]
for (const password of fine) {
  test(`SECRET-40 ${password} is accepted`, async () => {
    assert.equal(await isGuessable(password, own), false)
  })
}

test("ASVS-09 every leaked password of the list is refused, also with a capital and up to four extra characters", async () => {
  const { dictionary } = await import("@zxcvbn-ts/language-common")
  const long = dictionary["passwords-common"].filter((word) => word.length >= 8)
  assert.ok(long.length > 10_000)
  const passed: string[] = []
  for (const [n, word] of long.entries()) {
    const capital = word.slice(0, 1).toUpperCase() + word.slice(1)
    const form = ["", "1", "2026", "-26!"][n % 4] ?? ""
    if (!(await isGuessable(capital + form, []))) passed.push(capital + form)
  }
  assert.deepEqual(passed, [])
})

test("SECRET-40 a password built on a person's name is refused for that person only", async () => {
  assert.equal(await isGuessable("Lindqvist-2026", ["Dorothy", "Lindqvist"]), true)
})

test("SECRET-40 the longest password is rated by its beginning", async () => {
  assert.equal(await isGuessable(`Aa1${"a".repeat(197)}`, own), true)
  assert.equal(await isGuessable(`7 red Lanterns sing ${"a".repeat(180)}`, own), false)
})

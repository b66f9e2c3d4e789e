import assert from "node:assert/strict"
import { readdir, readFile } from "node:fs/promises"
import { test } from "node:test"
import { limitedAddress } from "./limited-address.ts"

const cases: [string, string][] = [
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::ffff:cb00:7107", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2:FFFF:ffff:ffff:ffff", "2001:db8:1:2::/64"],
  ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
  ["fe80::1%eth0", "fe80::/64"],
  ["::1", "::/64"],
  ["no address", "no address"],
]

for (const [ip, counted] of cases) {
  test(`LIMIT-01 ${ip} counts as ${counted}`, () => {
    assert.equal(limitedAddress(ip), counted)
  })
}

test("LIMIT-01 every rate limit reads the caller's address through limitedAddress", async () => {
  const found: string[] = []
  let spends = 0
  for (const folder of ["services", "platform", "server"]) {
    const names = await readdir(folder, { recursive: true })
    for (const name of names.filter((file) => /(?<!\.test)\.ts$/.test(file))) {
      const text = await readFile(`${folder}/${name}`, "utf8")
      // The pattern reaches from the call to the end of its first argument's line, because keys are
      // template literals.
      for (const [key] of text.matchAll(/\b(consume|isWithin)\(\s*`[^`]*`/g)) {
        spends += 1
        if (/\$\{[^}]*\bip\b[^}]*\}/.test(key) && !/limitedAddress\([^)]*\bip\)/.test(key)) {
          found.push(`${folder}/${name}: ${key}`)
        }
      }
    }
  }
  assert.ok(spends >= 8, "the search finds the rate limits")
  assert.deepEqual(found, [])
})

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { createTestClock } from "#testing/clock.ts"
import { type SandboxGateway, startSandboxGateway } from "../server.ts"

let server: SandboxGateway

before(async () => {
  server = await startSandboxGateway({ secret: "any", clock: createTestClock() })
})
after(() => server.close())

test("FIELDS-01 a frame has one field for the browser's own suggestions, and its script sends only to its origin", async () => {
  for (const [name, autocomplete] of [
    ["number", "cc-number"],
    ["expiration", "cc-exp"],
    ["code", "cc-csc"],
  ]) {
    const response = await fetch(`${server.address}/frames/${name}`)
    const html = await response.text()
    assert.match(html, new RegExp(`<input id="field"[^>]* autocomplete="${autocomplete}"`))
    const policy = response.headers.get("content-security-policy") ?? ""
    assert.match(policy, /^default-src 'none'; script-src 'nonce-[^']+';.* connect-src 'self';/)
    assert.equal(response.headers.get("cache-control"), "no-store")
    const [, script = ""] = /<script nonce="[^"]+" type="module" src="([^"]+)"/.exec(html) ?? []
    const code = await (await fetch(new URL(script, response.url))).text()
    // Runs as plain JavaScript: no type is left.
    assert.doesNotThrow(() => new Function(code))
  }
})

test("FIELDS-01 there is no frame for anything else", async () => {
  for (const name of ["holder", "__proto__", "constructor", ""]) {
    const { status } = await fetch(`${server.address}/frames/${name}`)
    assert.ok([401, 404].includes(status), `${name}: ${status}`)
  }
})

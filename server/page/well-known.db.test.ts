import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { startTestApp, type TestApp } from "#testing/app.ts"

const host = "harbor.localhost"
let app: TestApp

before(async () => {
  app = await startTestApp({ env: { SECURITY_CONTACT: "security@my-account.example" } })
})

after(() => app.close())

test("ORIGIN-10 security.txt contains the operator's contact and its own canonical address", async () => {
  const { status, text, headers } = await app.browser().get(host, "/.well-known/security.txt")
  assert.equal(status, 200)
  assert.equal(headers["content-type"], "text/plain; charset=utf-8")
  assert.match(text, /^Contact: mailto:security@my-account\.example$/m)
  assert.ok(text.includes(`Canonical: ${app.origin(host)}/.well-known/security.txt\n`))
  const expires = new Date(text.match(/^Expires: (.*)$/m)?.[1] ?? "")
  const days = (expires.getTime() - app.clock.now().getTime()) / 86_400_000
  assert.ok(days > 30 && days < 366, String(days))
  const unknown = await app.browser().get("unknown.example", "/.well-known/security.txt")
  assert.equal(unknown.status, 404)
})

test("ORIGIN-10 change-password redirects to the profile, and does not exist at the staff site", async () => {
  const { status, headers } = await app.browser().get(host, "/.well-known/change-password")
  assert.deepEqual([status, headers.location], [302, "/my-profile"])
  const staff = await app.browser().get("support.localhost", "/.well-known/change-password")
  assert.equal(staff.status, 404)
})

test("ORIGIN-10 caches do not store the API document and health without permission", async () => {
  for (const path of ["/docs", "/openapi.json"]) {
    const { headers } = await app.browser().get(host, path)
    assert.equal(headers["cache-control"], "no-cache", path)
  }
  for (const path of ["/healthz", "/readyz"]) {
    const { headers } = await app.browser().get(host, path)
    assert.equal(headers["cache-control"], "no-store", path)
  }
})

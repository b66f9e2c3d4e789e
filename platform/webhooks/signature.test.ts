import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { test } from "node:test"
import { Webhook } from "standardwebhooks"
import { later } from "#platform/time.ts"
import { isWebhookSecret, signedHeaders, verifiedId } from "./signature.ts"

const [first = "", second = "", other = ""] = Array.from(
  { length: 3 },
  () => `whsec_${randomBytes(32).toString("base64")}`,
)
const body = '{"type":"payment.accepted","note":"Grüße"}'
const message = { id: "one-message", at: new Date(), body }

test("EVENT-01 the library of Standard Webhooks verifies a message with each of several secrets", () => {
  const headers = { ...signedHeaders([first, second], message) }
  for (const secret of [first, second]) {
    assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body))
  }
  assert.throws(() => new Webhook(other).verify(body, headers))
  assert.throws(() => new Webhook(first).verify(`${body} `, headers))
})

test("EVENT-08 a message that the library signed within five minutes is verified, and other secrets, bodies, ids and times are refused", () => {
  const at = new Date()
  const headers = {
    "webhook-id": "one-message",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(second).sign("one-message", at, body),
  }
  const verify = (changes: object, secrets = [first, second], text = body, now = at) =>
    verifiedId(secrets, { ...headers, ...changes }, Buffer.from(text), now)
  assert.equal(verify({}), "one-message")
  const among = `v1a,abc v1, ${headers["webhook-signature"]}`
  assert.equal(verify({ "webhook-signature": among }), "one-message")
  assert.equal(verify({}, [first]), undefined)
  assert.equal(verify({}, []), undefined)
  assert.equal(verify({}, [second], `${body} `), undefined)
  for (const changes of [
    { "webhook-id": "another-message" },
    { "webhook-id": undefined },
    { "webhook-id": "" },
    { "webhook-timestamp": "1" },
    { "webhook-timestamp": "1e10" },
    { "webhook-timestamp": undefined },
    { "webhook-signature": "" },
    { "webhook-signature": "v1," },
    { "webhook-signature": ["v1,"] },
  ]) {
    assert.equal(verify(changes), undefined, JSON.stringify(changes))
  }
  for (const minutes of [-6, 6]) {
    assert.equal(verify({}, [second], body, later(at, { minutes })), undefined)
  }
  assert.equal(verify({}, [second], body, later(at, { minutes: 4 })), "one-message")
})

test("EVENT-05 a secret has 24 to 64 bytes", () => {
  const secretOf = (bytes: number) => `whsec_${randomBytes(bytes).toString("base64")}`
  assert.deepEqual([23, 24, 64, 65].map(secretOf).map(isWebhookSecret), [false, true, true, false])
  assert.ok(!isWebhookSecret(first.replace("whsec_", "")))
  assert.ok(!isWebhookSecret(`${first} `))
})

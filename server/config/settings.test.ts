import assert from "node:assert/strict"
import { test } from "node:test"
import { readConfig } from "./config.ts"

test("ORIGIN-09 a setting that cannot be used is refused by its name", () => {
  const wrong: [string, string][] = [
    ["BILLING_RUN", "false"],
    ["BILLING_RUN", "OFF"],
    ["LOG_LEVEL", "verbose"],
    ["NODE_ENV", "prod"],
    ["MAIL_FROM", "nobody"],
    ["MAIL_FROM", "a@b@c.example"],
    ["MAIL_FROM", "A Brand <a@b.example>"],
    ["ALERTS_TO", "security"],
    ["SECURITY_CONTACT", "security"],
    ["SECURITY_CONTACT", "http://example.com/report"],
    ["SECURITY_CONTACT", "https://example.com/\nExpires: never"],
    ["SITE_ADDRESS", "nonsense"],
    ["TRUST_PROXY", "banana"],
    ["SANDBOX_GATEWAY_URL", "nonsense"],
  ]
  for (const [name, value] of wrong) {
    const env = { [name]: value, SANDBOX_GATEWAY_SECRET: "secret" }
    assert.throws(() => readConfig(env), new RegExp(`${name} must be`), `${name}=${value}`)
  }
})

test("settings that can be used are taken", () => {
  const config = readConfig({
    BILLING_RUN: "off",
    LOG_LEVEL: "debug",
    MAIL_FROM: "no-reply@harbor.example",
    SECURITY_CONTACT: "security@harbor.example",
  })
  assert.equal(config.billingRun, false)
  assert.equal(config.alertsTo, "security@harbor.example")
  assert.equal(config.securityContact, "mailto:security@harbor.example")
  assert.equal(readConfig({ BILLING_RUN: "on" }).billingRun, true)
  assert.equal(readConfig({}).securityContact, undefined)
})

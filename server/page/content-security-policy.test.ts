import assert from "node:assert/strict"
import { test } from "node:test"
import { stripeOrigins } from "#server/adapters/payment-gateway.ts"
import { noGateway, ownFilesPolicy } from "./content-security-policy.ts"

function directivesOf(policy: string): Record<string, string> {
  return Object.fromEntries(
    policy.split("; ").map((line) => {
      const [name = "", ...sources] = line.split(" ")
      return [name, sources.join(" ")]
    }),
  )
}

test("FIELDS-03 a payment document allows Stripe's script in both policies, its frames, and two more policies of Trusted Types", () => {
  const [first = "", second = ""] = ownFilesPolicy("x", stripeOrigins, ["sha256-a"]).split(", ")
  const hosts = "https://js.stripe.com https://*.js.stripe.com"
  const allowed = directivesOf(first)
  assert.equal(allowed["script-src"], `'nonce-x' ${hosts}`)
  assert.equal(allowed["frame-src"], `'self' ${hosts} https://hooks.stripe.com`)
  assert.equal(allowed["connect-src"], "'self' https://api.stripe.com")
  assert.equal(allowed["img-src"], "'self' data: https://*.stripe.com")
  assert.equal(allowed["require-trusted-types-for"], "'script'")
  assert.equal(allowed["trusted-types"], "clean-html own-script tag-manager gateway-script default")
  assert.equal(directivesOf(second)["script-src"], `'self' ${hosts} 'sha256-a'`)
})

test("FIELDS-03 any other document allows no frame, no other host, and no default policy of Trusted Types", () => {
  const policy = ownFilesPolicy("x", noGateway, ["sha256-a"])
  const allowed = directivesOf(policy.split(", ")[0] ?? "")
  assert.equal(allowed["script-src"], "'nonce-x'")
  assert.equal(allowed["frame-src"], "'none'")
  assert.equal(allowed["connect-src"], "'self'")
  assert.equal(allowed["trusted-types"], "clean-html own-script tag-manager")
  assert.doesNotMatch(policy, /https:/)
})

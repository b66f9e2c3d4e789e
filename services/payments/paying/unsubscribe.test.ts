import assert from "node:assert/strict"
import { test } from "node:test"
import { addressed } from "#platform/email/email-message.ts"
import { receiptEmail } from "./payment-email.ts"

const brand = {
  clientName: "Harbor Mutual",
  phoneNumber: "1-800-555-0142",
  timeZone: "America/New_York",
  mailColor: "#0b3d4f",
  siteAddress: "https://my.harbor.example",
}
const news = {
  firstName: "Zoë",
  amount: "$42.75",
  product: "Term Life, 7000000001",
  method: "Visa ending in 4242",
  date: "03/02/2026",
  confirmationNumber: "ABC",
  paidBy: "",
  isAutoPay: false,
}

test("an optional email has an unsubscribe link in both bodies and in its headers", () => {
  const unsubscribeLink = "https://my.harbor.example/unsubscribe/abc-_1"
  const email = receiptEmail({ ...news, brand: { ...brand, unsubscribeLink } })
  assert.ok(email.text.endsWith(`Unsubscribe from transaction emails:\n${unsubscribeLink}\n`))
  assert.match(
    email.html,
    /<a href="https:\/\/my\.harbor\.example\/unsubscribe\/abc-_1"[^>]*>Unsub/,
  )
  const sent = addressed(email, { ...brand, unsubscribeLink }, "zoe@example.com")
  assert.equal(sent.unsubscribeLink, unsubscribeLink)
})

test("other emails have no unsubscribe link", () => {
  const email = receiptEmail({ ...news, brand })
  assert.doesNotMatch(`${email.text} ${email.html}`, /unsubscribe/i)
  assert.equal("unsubscribeLink" in addressed(email, brand, "zoe@example.com"), false)
})

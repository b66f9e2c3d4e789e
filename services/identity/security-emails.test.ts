import assert from "node:assert/strict"
import { test } from "node:test"
import type { EmailBrand } from "#platform/email/brand.ts"
import {
  paymentMethodAddedEmail,
  paymentMethodDeletedEmail,
} from "#services/payments/methods/payment-method-email.ts"
import { passwordChangedEmail } from "./credentials/credentials-email.ts"
import { newDeviceEmail } from "./devices/new-device-email.ts"
import { resetLinkEmail, usernameEmail } from "./recovery/recovery-email.ts"
import { registeredEmail } from "./registration/registered-email.ts"

const brand: EmailBrand = {
  clientName: "Harbor & Sons",
  phoneNumber: "1-800-555-0142",
  timeZone: "America/New_York",
  mailColor: "#0b3d4f",
  siteAddress: "https://my.harbor.example",
}
const to = { brand, firstName: "Zoë <b>", policyNumber: "4000000017" }
const news = { ...to, at: new Date("2026-03-02T12:00:00Z") }

const card = { toVerify: null, authorization: null, isForOnce: false }

const emails = {
  username: usernameEmail({ ...to, username: "zoe<1>" }),
  resetLink: resetLinkEmail({ ...to, ticket: "abc-_1", minutes: 30 }),
  passwordChanged: passwordChangedEmail(news),
  registered: registeredEmail({ ...news, username: "zoe<1>" }),
  newDevice: newDeviceEmail({ ...news, device: "Firefox on <i>Windows" }),
  methodAdded: paymentMethodAddedEmail({ ...news, method: "VISA ending in 4242", ...card }),
  methodDeleted: paymentMethodDeletedEmail({
    ...news,
    method: "VISA ending in 4242",
    products: "Whole Life <b>",
  }),
}

test("every email names the sender and the phone number, and escapes its values", () => {
  for (const [name, { subject, html, text }] of Object.entries(emails)) {
    assert.match(subject, /Harbor & Sons/, name)
    assert.match(text, /^Hello Zoë <b>,$/m, name)
    assert.match(text, /account with the Certificate\/Plan Number ending in 0017\./, name)
    assert.match(text, /1-800-555-0142/, name)
    assert.match(html, /Harbor &amp; Sons/, name)
    assert.doesNotMatch(html, /<b>|<i>|<1>/, name)
  }
})

test("only the email with the code contains six digits", () => {
  for (const { text } of Object.values(emails)) assert.doesNotMatch(text, /\b\d{6}\b/)
})

test("security emails contain the time of the event", () => {
  for (const { text } of [emails.passwordChanged, emails.registered, emails.newDevice]) {
    assert.match(text, /on Mar 2, 2026 at 7:00 AM EST\./)
  }
})

test("the link to reset a password leads to the site, in both bodies, and is not in the subject", () => {
  const address = "https://my.harbor.example/reset-password/abc-_1"
  assert.ok(emails.resetLink.text.includes(`\n${address}\n`))
  assert.ok(emails.resetLink.html.includes(`href="${address}"`))
  assert.doesNotMatch(emails.resetLink.subject, /abc/)
  assert.match(emails.resetLink.text, /valid for 30 minutes and works once/)
})

test("the email about a bank account that must be verified first contains the link", () => {
  const verifyAt = "https://gateway.example/verify?x=1"
  const toVerify = { address: verifyAt, deposits: "Please enter the code." }
  const account = { ...card, method: "Checking ending in 6789", toVerify }
  const mail = paymentMethodAddedEmail({ ...news, ...account })
  assert.ok(mail.text.includes(`Please enter the code. You can do this here: ${verifyAt}`))
})

test("the email about a deleted payment method names the auto pay that ends with it", () => {
  assert.match(emails.methodDeleted.text, /Auto Pay ends for Whole Life <b>\./)
  const idle = paymentMethodDeletedEmail({ ...news, method: "VISA ending in 4242", products: "" })
  assert.doesNotMatch(idle.text, /auto pay/i)
})

test("an unknown device is called a new device", () => {
  assert.match(newDeviceEmail({ ...news, device: "" }).text, /from a new device on Mar 2, 2026/)
})

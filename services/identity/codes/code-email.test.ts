import assert from "node:assert/strict"
import { test } from "node:test"
import type { EmailBrand } from "#platform/email/brand.ts"
import { passcodeEmail } from "./code-email.ts"

const brand: EmailBrand = {
  clientName: "Harbor & Sons <Mutual>",
  phoneNumber: "1-800-555-0142",
  timeZone: "America/New_York",
  mailColor: "#0b3d4f",
  siteAddress: "https://my.harbor.example",
  logo: { mediaType: "image/png", base64: "AA==" },
}
const task = "log in"
const mail = passcodeEmail({
  brand,
  code: "048213",
  firstName: "Zoë <b>",
  policyNumber: "",
  minutes: 10,
  task,
})

test("both bodies contain the code as six digits; subject and preview, shown on locked screens, do not", () => {
  assert.match(mail.html, />048213</)
  assert.match(mail.text, /^ {4}048213$/m)
  assert.doesNotMatch(mail.subject, /048213/)
  const preview = /<div style="display:none[^>]*>([^<]*)</.exec(mail.html)?.[1]
  assert.match(preview ?? "", /^Enter it to finish logging in\. It is valid for 10 minutes\./)
  assert.doesNotMatch(preview ?? "", /048213/)
})

test("both bodies name the sender, the lifetime of the code and the data that we never ask for", () => {
  for (const body of [mail.html, mail.text]) {
    assert.match(body, /It is valid for 10 minutes\./)
    assert.match(body, /We will never ask you for this code by phone/)
    assert.match(body, /1-800-555-0142/)
    assert.match(body, /my\.harbor\.example/)
  }
})

test("values are escaped in the HTML and unchanged in the plain text", () => {
  assert.match(mail.html, /Hello Zoë &lt;b&gt;,/)
  assert.match(mail.html, /alt="Harbor &amp; Sons &lt;Mutual&gt;"/)
  assert.doesNotMatch(mail.html, /<b>|<Mutual>/)
  assert.match(mail.text, /^Hello Zoë <b>,$/m)
  const broken = { ...brand, mailColor: '#fff"><script>', siteAddress: 'https://a.example/"><b>' }
  const html = passcodeEmail({
    brand: broken,
    code: "048213",
    firstName: "",
    policyNumber: "",
    minutes: 1,
    task,
  }).html
  assert.doesNotMatch(html, /<script|"><b>/)
})

test("a person without a name on file gets a neutral greeting, and one minute is in the singular", () => {
  const { text } = passcodeEmail({
    brand,
    code: "048213",
    firstName: " ",
    policyNumber: "",
    minutes: 1,
    task,
  })
  assert.match(text, /^Hello,$/m)
  assert.match(text, /valid for 1 minute\./)
})

test("the email shows the attached logo, or the client's name if there is no logo", () => {
  assert.match(mail.html, /<img src="cid:logo" alt="Harbor/)
  const { logo, ...noLogo } = brand
  const { html } = passcodeEmail({
    brand: noLogo,
    code: "048213",
    firstName: "",
    policyNumber: "",
    minutes: 10,
    task,
  })
  assert.doesNotMatch(html, /<img/)
  assert.match(html, />Harbor &amp; Sons &lt;Mutual&gt;<\/span>/)
})

test("the email loads nothing from other servers", () => {
  assert.doesNotMatch(mail.html, /(src|background)="http|url\(|@import|<link/)
})

test("the email with a registration code names the registration as its purpose", () => {
  const register = passcodeEmail({
    brand,
    code: "048213",
    firstName: "",
    policyNumber: "",
    minutes: 10,
    task: "register",
  })
  for (const body of [register.html, register.text]) {
    assert.match(body, /to finish your registration/)
    assert.doesNotMatch(body, /logging in|password/)
  }
})

test("LOGIN-04 people who share a mailbox can tell their codes apart", () => {
  const emailTo = (policyNumber: string) =>
    passcodeEmail({ brand, code: "048213", firstName: "John", policyNumber, minutes: 10, task })
  const senior = emailTo("4001930427")
  const about = "This email is about the account with the Certificate/Plan Number ending in 0427."
  for (const body of [senior.text, senior.html]) {
    assert.ok(body.includes(about))
    assert.ok(!body.includes("4001930427"), "the whole number is not sent")
  }
  assert.notEqual(emailTo("4001930435").text, senior.text)
  assert.doesNotMatch(emailTo("").text, /This email is about/)
})

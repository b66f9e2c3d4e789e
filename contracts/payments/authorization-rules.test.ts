import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { authorizedInstitution, dueDatesOf } from "./authorization-facts.ts"
import {
  type AuthorizationFacts,
  authorizationKinds,
  authorizationText,
  authorizationTitle,
  authorizationVersion,
  changeKind,
  unknownPlaceholders,
} from "./authorization-rules.ts"

const facts: AuthorizationFacts = {
  currentDate: "03/02/2026",
  fullName: "Siobhán O'Brien <b>",
  userName: "siobhan.obrien",
  clientName: "Harbor & Sons",
  tollFree: "(800) 555-0142",
  productName: 'Hospital "Daily" {frequency}',
  dueDate: "03/20/2026",
  frequency: "Quarterly",
  oldFrequency: "Monthly",
  financialInstitution: "First Coastal Bank",
  accountNumber: "6789",
  amountDue: 114_550,
  premium: 114_300,
  billingFee: 250,
  otherBills: [],
  underWay: 0,
  enteredBy: "",
}
const { otherBills: _, underWay: __, enteredBy: ___, ...placeholders } = facts
const every = Object.keys(placeholders).map((name) => `{${name}}`)
const shared = join(import.meta.dirname, "../..", "demo", "shared", "content")

function demoText(kind: (typeof authorizationKinds)[number]): string {
  const file = `${authorizationTitle(kind).replaceAll(" ", "-")}.html`
  return readFileSync(join(shared, file), "utf8")
}

test("AUTOPAY-03 every placeholder in the texts of the demo is filled in", () => {
  for (const kind of authorizationKinds) {
    const text = authorizationText(kind, demoText(kind), facts)
    assert.ok(text, kind)
    assert.doesNotMatch(text.replaceAll("{frequency}", ""), /[{}]|undefined/, kind)
    assert.match(text, /Mar 2, 2026/, kind)
    assert.match(text, /\$1,14[35]\./, kind)
  }
})

test("AUTOPAY-03 all fourteen values are filled in, escaped, amounts in dollars", () => {
  assert.equal(
    authorizationText("both", every.join("|"), facts),
    [
      "Mar 2, 2026",
      "Siobhán O&#39;Brien &lt;b&gt;",
      "siobhan.obrien",
      "Harbor &amp; Sons",
      "(800) 555-0142",
      // A value that looks like a placeholder is not filled in itself.
      "Hospital &quot;Daily&quot; {frequency}",
      "Mar 20, 2026",
      "Quarterly",
      "Monthly",
      "First Coastal Bank",
      "6789",
      "$1,145.50",
      "$1,143.00",
      "$2.50",
    ].join("|"),
  )
})

test("AUTOPAY-03 a text with missing facts, or an empty one, is not shown", () => {
  assert.equal(authorizationText("add", "", facts), undefined)
  assert.equal(authorizationText("add", "Pay {total}.", facts), undefined)
  assert.equal(authorizationText("add", "Pay {constructor}.", facts), undefined)
  assert.equal(
    authorizationText("add", "At {accountNumber}.", { ...facts, accountNumber: " " }),
    undefined,
  )
  assert.equal(authorizationText("remove", "At {accountNumber}.", facts), undefined)
  assert.deepEqual(unknownPlaceholders("pay-now", "{premium} {amountDue} {}"), ["premium"])
})

test("AGREED-03 without a fee, texts do not mention a fee", () => {
  const free = { ...facts, amountDue: 114_300, billingFee: 0 }
  for (const kind of authorizationKinds) {
    const text = authorizationText(kind, demoText(kind), free) ?? ""
    assert.doesNotMatch(text, /\$0\.00|billing fee/, kind)
    assert.doesNotMatch(text, /<p>\s*<\/p>/, kind)
  }
  const managed =
    "<p>I pay <b>{premium}</b>. Each charge is {premium} and <b>a fee of {billingFee}</b>. I agree.</p>"
  const without = authorizationText("both", managed, free)
  assert.equal(without, "<p>I pay <b>$1,143.00</b>. I agree.</p>")
  assert.equal(changeKind("add-admin-fees", 0), "add")
  assert.equal(changeKind("add-admin-fees", 150), "add-admin-fees")
})

test("AGREED-09 a text mentions a fee only for later charges", () => {
  for (const kind of ["add-admin-fees", "both", "frequency"] as const) {
    const fee = demoText(kind).match(/[^.>]*\{billingFee\}[^.]*\./g) ?? []
    assert.equal(fee.length, 1, kind)
    assert.match(fee[0] ?? "", /Each (charge|payment) after .* premium .*and a billing fee/, kind)
  }
})

test("AGREED-09 a text ends with the other open bills, and with the staff member who entered it", () => {
  const otherBills = [
    { dueDate: "02/20/2026", amount: 4_850, isCharged: false },
    { dueDate: "03/20/2026", amount: 2_000, isCharged: true },
  ]
  const ended = { ...facts, otherBills, enteredBy: "agent.<b>" }
  assert.equal(
    authorizationText("remove", "<p>I agree.</p>", ended),
    "<p>I agree.</p>\n<p>My payment frequency changes from Monthly to Quarterly.</p>\n<p>Other open bills: $48.50, due on Feb 20, 2026 (I pay it myself); $20.00, due on Mar 20, 2026 (Auto Pay charges it when it is due).</p>\n<p>Customer service (agent.&lt;b&gt;) entered this for me.</p>",
  )
})

test("AGREED-09 without a known charge, texts do not contain its amount or date", () => {
  const covered = { ...facts, amountDue: 0, dueDate: "", billingFee: 0 }
  for (const kind of authorizationKinds) {
    if (kind === "pay-now") continue
    const text = authorizationText(kind, demoText(kind), covered) ?? ""
    assert.match(text, /the amount that my credit does not cover/, kind)
    assert.match(text, /the first due date that my credit does not cover/, kind)
    assert.doesNotMatch(text, /\$0\.00/, kind)
  }
})

test("AGREED-09 a bank account appears with its type, once", () => {
  assert.equal(
    authorizedInstitution("First Coastal Bank", "Savings"),
    "First Coastal Bank (Savings)",
  )
  assert.equal(authorizedInstitution("Savings", "Savings"), "Savings")
  assert.equal(authorizedInstitution("VISA", undefined), "VISA")
})

test("a product without a due date is due on the next one", () => {
  const text = authorizationText("frequency", "Due on {dueDate}.", { ...facts, dueDate: "" })
  assert.equal(text, "Due on the next due date.")
})

test("the version is the SHA-256 of the text", async () => {
  assert.equal(
    await authorizationVersion("abc"),
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  )
  assert.notEqual(await authorizationVersion("$1.00"), await authorizationVersion("$1.01"))
})

test("PAYNOW-06 an authorization lists each due date that it pays, with its amount", () => {
  const dueAmounts = [
    { dueDate: "11/21/2026", amount: 4_275 },
    { dueDate: "12/21/2026", amount: 4_275 },
  ]
  assert.equal(dueDatesOf(dueAmounts, 4_275), "11/21/2026")
  assert.equal(dueDatesOf(dueAmounts, 8_550), "11/21/2026 ($42.75) and 12/21/2026 ($42.75)")
  assert.equal(dueDatesOf(dueAmounts, 5_000), "11/21/2026 ($42.75) and 12/21/2026 ($7.25)")
  assert.equal(dueDatesOf([], 5_000), "")
})

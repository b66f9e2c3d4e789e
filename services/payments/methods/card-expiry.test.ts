import assert from "node:assert/strict"
import { test } from "node:test"
import { isExpired, lastDayOf } from "./card-expiry.ts"

const lastDays: Record<string, string> = {
  "01/2031": "2031-01-31",
  "02/2027": "2027-02-28",
  "02/2028": "2028-02-29",
  "04/2030": "2030-04-30",
  "12/2026": "2026-12-31",
}

for (const [expirationDate, day] of Object.entries(lastDays)) {
  test(`DETAIL-01 a card of ${expirationDate} is good through ${day}, and not a day longer`, () => {
    const card = { kind: "card", expirationDate } as const
    const last = Temporal.PlainDate.from(day)
    assert.equal(String(lastDayOf(card)), day)
    assert.equal(isExpired(card, last.with({ day: 1 })), false)
    assert.equal(isExpired(card, last), false)
    assert.equal(isExpired(card, last.add({ days: 1 })), true)
  })
}

test("DETAIL-01 a bank account does not have a last day", () => {
  const bank = { kind: "bank", expirationDate: "" } as const
  assert.equal(lastDayOf(bank), undefined)
  assert.equal(isExpired(bank, Temporal.PlainDate.from("2099-12-31")), false)
})

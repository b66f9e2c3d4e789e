import assert from "node:assert/strict"
import { test } from "node:test"
import { autoPayOutcome, autoPayOutcomes } from "./auto-pay-rules.ts"

/** Null, without auto pay, is "00" in the table. */
const methods = [null, "PM-1", "PM-2"]
const frequencies = ["M", "Q"]

/** Old and new method, old and new frequency, and the outcome without and with a billing fee. */
const table = `
00   00   M M  none            none
00   00   M Q  frequency       frequency
00   00   Q M  frequency       frequency
00   00   Q Q  none            none
00   PM-1 M M  add             add-admin-fees
00   PM-1 M Q  both            both
00   PM-1 Q M  both            both
00   PM-1 Q Q  add             add-admin-fees
00   PM-2 M M  add             add-admin-fees
00   PM-2 M Q  both            both
00   PM-2 Q M  both            both
00   PM-2 Q Q  add             add-admin-fees
PM-1 00   M M  remove          remove
PM-1 00   M Q  remove          remove
PM-1 00   Q M  remove          remove
PM-1 00   Q Q  remove          remove
PM-1 PM-1 M M  none            none
PM-1 PM-1 M Q  frequency       frequency
PM-1 PM-1 Q M  frequency       frequency
PM-1 PM-1 Q Q  none            none
PM-1 PM-2 M M  payment-method  payment-method
PM-1 PM-2 M Q  both            both
PM-1 PM-2 Q M  both            both
PM-1 PM-2 Q Q  payment-method  payment-method
PM-2 00   M M  remove          remove
PM-2 00   M Q  remove          remove
PM-2 00   Q M  remove          remove
PM-2 00   Q Q  remove          remove
PM-2 PM-1 M M  payment-method  payment-method
PM-2 PM-1 M Q  both            both
PM-2 PM-1 Q M  both            both
PM-2 PM-1 Q Q  payment-method  payment-method
PM-2 PM-2 M M  none            none
PM-2 PM-2 M Q  frequency       frequency
PM-2 PM-2 Q M  frequency       frequency
PM-2 PM-2 Q Q  none            none`

test("AUTOPAY-02 the outcome of every combination of old and new method, frequency and fee", () => {
  const found: string[] = []
  for (const oldMethod of methods) {
    for (const newMethod of methods) {
      for (const oldFrequency of frequencies) {
        for (const newFrequency of frequencies) {
          const old = { frequencyCode: oldFrequency, paymentMethodRecordId: oldMethod }
          const chosen = { frequencyCode: newFrequency, paymentMethodRecordId: newMethod }
          const outcomes = [false, true].map((hasFee) => autoPayOutcome(old, chosen, hasFee))
          const named = [oldMethod ?? "00", newMethod ?? "00", oldFrequency, newFrequency]
          found.push([...named, ...outcomes].join(" "))
        }
      }
    }
  }
  assert.deepEqual(found, table.trim().replace(/ +/g, " ").split("\n"))
  for (const outcome of autoPayOutcomes) assert.ok(table.includes(` ${outcome}`), outcome)
})

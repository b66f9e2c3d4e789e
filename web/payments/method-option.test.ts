import assert from "node:assert/strict"
import { test } from "node:test"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import { methodNames, methodOptions } from "./method-option.ts"

const visa = (expirationDate: string, cardHolderName = "Tom Reilly") =>
  ({
    paymentRecordId: `${expirationDate} ${cardHolderName}`,
    paymentMethodHeader: "VISA ending in 4242",
    cardHolderName,
    creditCard: { expirationDate },
    isVerified: "Y",
  }) as PaymentMethod
const bank = (financialInstitutionName: string) =>
  ({
    paymentMethodHeader: "Checking ending in 6789",
    cardHolderName: "Tom Reilly",
    bankAccount: { financialInstitutionName },
  }) as PaymentMethod

test("METHODS-01 methods with the same last four digits have different names", () => {
  assert.deepEqual(methodNames([visa("08/2031"), bank("First")]), [
    "VISA ending in 4242",
    "Checking ending in 6789",
  ])
  assert.deepEqual(methodNames([visa("08/2033"), visa("08/2031")]), [
    "VISA ending in 4242, expires 08/2033",
    "VISA ending in 4242, expires 08/2031",
  ])
  assert.deepEqual(methodNames([visa("08/2031", "Ann Reilly"), visa("08/2031")]), [
    "VISA ending in 4242, Ann Reilly",
    "VISA ending in 4242, Tom Reilly",
  ])
  assert.deepEqual(methodNames([bank("First"), bank("Second")]), [
    "Checking ending in 6789, First",
    "Checking ending in 6789, Second",
  ])
})

test("METHODS-01 the same card added twice is two methods, in the order of adding", () => {
  const twice = [visa("08/2031"), visa("08/2031"), visa("08/2031")]
  assert.deepEqual(methodNames(twice), [
    "VISA ending in 4242, added third",
    "VISA ending in 4242, added second",
    "VISA ending in 4242, added first",
  ])
  assert.equal(new Set(methodOptions(twice).map(({ label }) => label)).size, 3)
})

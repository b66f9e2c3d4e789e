import type { Database } from "#database/open.ts"
import { systemClock } from "#platform/clock.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import { agreeToAutoPay } from "#services/payments/charge-notices/agreement-fixture.ts"
import { payerAccount, payerPolicy } from "#testing/payers.ts"
import { loadAutoPay } from "./auto-pay.store.ts"
import { client, recordIdOf, today } from "./names.ts"

/** The methods of the customers who agreed to a charge of today. */
const agreedSamples = ["visa", "bank", "hushed", "twice", "poor"]

/** The sample method of auto pay of a customer who agreed. */
export const agreedSampleOf = (payer: number) =>
  agreedSamples[(payer / 2) % agreedSamples.length] ?? "visa"

/**
 * Puts the product with this number of each payer on auto pay. Every second payer has agreed to a
 * charge of today; the bank accounts of the others must be told ten days before.
 */
export async function fillAutoPay(database: Database, accounts: number, product: number) {
  const on = { database, policyAdmin: createEmbeddedPolicyAdmin(database), clock: systemClock }
  for (let payer = 0; payer < accounts; payer += 1) {
    const policyNumber = payerPolicy(payer, product)
    if (payer % 2 === 1) {
      await loadAutoPay(database, client, policyNumber, recordIdOf(payer, "bank"))
      continue
    }
    const methodRecordId = recordIdOf(payer, agreedSampleOf(payer))
    const agreed = { client, accountNumber: payerAccount(payer), policyNumber, methodRecordId }
    await agreeToAutoPay(on, agreed, today())
  }
}

import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import type { Deps } from "#services/deps.ts"
import { insertAuthorization } from "../authorizations/authorizations.store.ts"
import { findChangesSoFar, insertChange } from "../auto-pay/auto-pay.store.ts"
import { createAutoPayChanges } from "../auto-pay/auto-pay-changes.ts"
import { recordAgreement } from "../charge-notices/agreements.ts"
import { nextChargeOf, type PaymentSettings } from "../next-charge.ts"

interface ChangedProduct {
  client: string
  accountNumber: string
  policyNumber: string
}

/**
 * A customer authorizes this change of auto pay or frequency, and it is made, as by the call of the
 * dialog. The text of the authorization is left out.
 */
export async function authorizeChange(
  deps: Deps,
  product: ChangedProduct,
  wanted: PaymentSettings,
): Promise<void> {
  const { database, clock, policyAdmin, brands } = deps
  const { client, accountNumber, policyNumber } = product
  const account = await policyAdmin.account(client, accountNumber)
  const policy = account?.products.find((one) => one.policyNumber === policyNumber)
  assert.ok(policy)
  const today = await brands.todayOf(client)
  const { next } = await nextChargeOf(deps, product, policy, today, wanted)
  const { frequencyCode, paymentMethodRecordId } = policy.billing
  const authorizationId = randomUUID()
  const evidence = { product: "Term Life", frequency: "Monthly", method: "Visa", amount: "$42.75" }
  await database.transaction(async (tx) => {
    await insertAuthorization(tx, {
      ...{ id: authorizationId, client, accountNumber, policyNumber },
      kind: wanted.paymentMethodRecordId === null ? "remove" : "add",
      content: "",
      version: "",
      authorised: { ...evidence, fee: "", dueDate: "" },
      agreedAt: clock.now(),
      actorKind: "customer",
      actorUserid: "a",
      subjectUserid: "a",
      ip: "",
    })
    const { count } = await findChangesSoFar(tx, client, policyNumber)
    const seen = { frequencyCode, paymentMethodRecordId }
    const texts = { before: {}, after: {}, siteAddress: "http://test.localhost" }
    const change = { authorizationId, client, accountNumber, policyNumber, seen, wanted, ...texts }
    assert.ok(await insertChange(tx, change, count, clock.now()))
    const methodRecordId = wanted.paymentMethodRecordId
    if (methodRecordId === null || !next) return
    const agreement = { client, accountNumber, policyNumber, authorizationId, next }
    await recordAgreement(tx, { ...agreement, methodRecordId, today }, clock.now())
  })
  assert.equal(await createAutoPayChanges(deps).finish(client, policyNumber), "done")
}

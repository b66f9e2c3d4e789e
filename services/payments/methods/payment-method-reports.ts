import type { MethodReport } from "#ports/payment-gateway/port.ts"
import type { Deps } from "#services/deps.ts"
import { createMethodEmails } from "./payment-method-emails.ts"
import { auditedMethod, methodHeader } from "./payment-method-presenter.ts"
import { paidBy } from "./payment-method-saving.ts"
import { findByReference, type PaymentMethodRow, renewMethod } from "./payment-methods.store.ts"

/**
 * Applies the gateway's reports about saved methods, however often they arrive. Unknown methods are
 * ignored.
 *
 * Errors: `AccountSystemAway`, after which the gateway reports again.
 */
export function createMethodReports(deps: Deps) {
  const { database, clock, audit, gateway, wakeEmail, brands } = deps
  const emails = createMethodEmails(deps)

  /** Returns whether the report changed anything. */
  return async function report(told: MethodReport): Promise<boolean> {
    const methods = await findByReference(database, gateway.name, told.method.reference)
    let isNews = false
    for (const method of methods) if (await applyTo(method, told)) isNews = true
    return isNews
  }

  async function applyTo(before: PaymentMethodRow, told: MethodReport): Promise<boolean> {
    const { method: kept, isVerificationFailed = false } = told
    const { cardType, lastFour, expirationDate, institution } = kept
    const shown = { cardType, lastFour, expirationDate, institution }
    const now: PaymentMethodRow = isVerificationFailed
      ? { ...before, verificationFailed: true }
      : { ...before, ...shown, verifyAt: "", verificationFailed: false }
    // A verified account stays verified, however late a report arrives.
    if (isVerificationFailed && before.verifyAt === "") return false
    if (!isVerificationFailed) await renameAutoPay(deps, now)
    const owner = { ...before, siteAddress: await brands.siteAddressOf(before.client) }
    const mail = await emails.reported(owner, before, now)
    const isNews = await database.transaction(async (tx) => {
      if (!(await renewMethod(tx, now, clock.now()))) return false
      await audit.record(tx, {
        client: now.client,
        accountNumber: now.accountNumber,
        action: "paymentMethod.change",
        actor: { kind: "system" },
        subjectUserid: null,
        ip: null,
        before: auditedMethod(before),
        after: auditedMethod(now),
      })
      await mail?.add(tx)
      return true
    })
    wakeEmail()
    return isNews
  }
}

/** Updates the label of the auto pay method in the account system. */
async function renameAutoPay(
  { policyAdmin, brands }: Deps,
  method: PaymentMethodRow,
): Promise<void> {
  const { client, accountNumber, recordId } = method
  const label = methodHeader(method)
  const account = await policyAdmin.account(client, accountNumber)
  const renamed = paidBy(account, recordId).filter(
    ({ billing }) => billing.paymentMethodLabel !== label,
  )
  const changedOn = (await brands.todayOf(client)).toString()
  for (const { policyNumber, billing } of renamed) {
    const seen = { frequencyCode: billing.frequencyCode, paymentMethodRecordId: recordId }
    const wanted = { ...seen, paymentMethodLabel: label }
    const change = { changedOn, client, accountNumber, policyNumber, seen, wanted }
    // If the customer has changed auto pay in the meantime, the label of their method stays.
    await policyAdmin.changeBilling(change)
  }
}

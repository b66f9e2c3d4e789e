import type { Queries } from "#database/sql.ts"
import { listed } from "#platform/text/words.ts"
import type { MethodReport } from "#ports/payment-gateway/port.ts"
import type { Account, Policy } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { createAutoPayFailures } from "../auto-pay/auto-pay-failures.ts"
import { findSuspensions } from "../auto-pay/auto-pay-suspensions.store.ts"
import type { RequiredEmail } from "../differences/required-email.ts"
import { whyText } from "../paying/payment-presenter.ts"
import { createMethodEmails } from "./payment-method-emails.ts"
import { auditedMethod, methodHeader } from "./payment-method-presenter.ts"
import { paidBy } from "./payment-method-saving.ts"
import {
  findByReference,
  type MethodState,
  type PaymentMethodRow,
  renewMethod,
} from "./payment-methods.store.ts"

/**
 * Applies the gateway's reports about saved methods, however often they arrive. Unknown methods are
 * ignored.
 *
 * Errors: `AccountSystemAway`, `GatewayAway`, `GatewaySilent`, after which the gateway reports again.
 */
export function createMethodReports(deps: Deps) {
  const { database, clock, audit, gateways, wakeEmail, brands, localize, policyAdmin } = deps
  const emails = createMethodEmails(deps)
  const failures = createAutoPayFailures(deps)

  /** Applies a report of this gateway. Returns whether it changed anything. */
  async function report(told: MethodReport, gateway: string): Promise<boolean> {
    const methods = await findByReference(database, gateway, told.method.reference)
    let isNews = false
    for (const method of methods) if (await applyTo(method, told)) isNews = true
    return isNews
  }

  /**
   * Blocks a method that another account with the gateway has than `current`, or unblocks one that
   * this account has. Errors: `AccountSystemAway`, `GatewayAway`, `GatewaySilent`.
   */
  async function move(before: PaymentMethodRow, current: string): Promise<void> {
    const { client, accountNumber, gateway, gatewayReference } = before
    // The gateway may have blocked the account in the meantime.
    const present =
      gateway === current
        ? await gateways.named(gateway).readMethod(gatewayReference)
        : ({ blocked: "otherAccount" } as const)
    const blockedReason = present?.blocked ?? ""
    const account = await policyAdmin.account(client, accountNumber)
    await write(before, { ...before, blockedReason }, { blockedReason }, account)
  }

  async function applyTo(before: PaymentMethodRow, told: MethodReport): Promise<boolean> {
    // A verified account stays verified, however late a report arrives.
    if (told.isVerificationFailed && before.verifyAt === "") return false
    const state = await stateOf(before, told)
    const now = { ...methodAfter(before, told), ...state }
    const account = await policyAdmin.account(now.client, now.accountNumber)
    if (!told.isVerificationFailed) await renameAutoPay(deps, now, account)
    return await write(before, now, state, account)
  }

  /** Saves the method with its audit entry, suspensions and email. False if nothing changed. */
  async function write(
    before: PaymentMethodRow,
    now: PaymentMethodRow,
    state: MethodState,
    account: Account | undefined,
  ): Promise<boolean> {
    const paid = paidBy(account, now.recordId)
    const mail = await mailAbout(before, now, paid)
    const isNews = await database.transaction(async (tx) => {
      if (!(await renewMethod(tx, now, state, clock.now()))) return false
      await recordBySystem(tx, now, "paymentMethod.change", {
        before: auditedMethod(before),
        after: auditedMethod(now),
      })
      const reason = endedReason(before, now)
      if (reason !== null) await suspend(tx, now, paid, reason)
      await mail?.add(tx)
      return true
    })
    wakeEmail()
    return isNews
  }

  /**
   * What the report changes about charges of a bank account. Reports about its authorization can be
   * late, so that the gateway's present answer decides.
   */
  async function stateOf(before: PaymentMethodRow, told: MethodReport): Promise<MethodState> {
    // While a renewed account is being verified, reports are about its earlier authorization.
    if (before.kind !== "bank" || before.verifyAt !== "") return {}
    const { method, isAuthorizationGone } = told
    // A method of another account stays blocked, whatever that account's gateway reports.
    const isElsewhere = before.blockedReason === "otherAccount"
    const blockedReason = isElsewhere ? undefined : told.blocked
    const isOther = isAuthorizationGone === !before.authorizationGone
    const present = isOther
      ? await gateways.named(before.gateway).readMethod(method.reference)
      : undefined
    const authorizationGone = present?.isAuthorizationGone ?? isAuthorizationGone
    return {
      ...(blockedReason !== undefined && { blockedReason }),
      ...(authorizationGone !== undefined && { authorizationGone }),
    }
  }

  async function mailAbout(
    before: PaymentMethodRow,
    now: PaymentMethodRow,
    paid: readonly Policy[],
  ): Promise<RequiredEmail | null> {
    const { client, blockedReason: reason = "" } = now
    const owner = { ...now, siteAddress: await brands.siteAddressOf(client) }
    const products = (of: readonly Policy[]) => listed(of.map(({ productDesc }) => productDesc))
    if (reason === "otherAccount" && before.blockedReason === "") {
      return paid.length === 0 ? null : await emails.moved(owner, products(paid))
    }
    if (reason !== "" && !before.blockedReason) {
      const why = await whyText(localize, { client, reason })
      return await emails.blocked(owner, why, products(paid))
    }
    if (reason === "" && before.blockedReason) {
      const suspended = await findSuspensions(database, now)
      const still = paid.filter(({ policyNumber }) =>
        suspended.some((one) => one.policyNumber === policyNumber),
      )
      if (before.blockedReason === "otherAccount" && still.length === 0) return null
      return await emails.unblocked(owner, products(still))
    }
    const hasEnded = now.authorizationGone && !before.authorizationGone
    if (hasEnded) return await emails.authorizationEnded(owner, products(paid))
    return await emails.reported(owner, before, now)
  }

  /** Suspends auto pay of these products by the method until the customer authorizes it again. */
  async function suspend(
    tx: Queries,
    method: PaymentMethodRow,
    paid: readonly Policy[],
    reason: string,
  ): Promise<void> {
    const { recordId: methodRecordId } = method
    for (const { policyNumber } of paid) {
      const suspension = { policyNumber, methodRecordId, reason }
      if (!(await failures.suspendIn(tx, method, suspension))) continue
      const after = { policyNumber, method: methodHeader(method), reason }
      await recordBySystem(tx, method, "autoPay.suspend", { after })
    }
  }

  async function recordBySystem(
    tx: Queries,
    { client, accountNumber }: PaymentMethodRow,
    action: "paymentMethod.change" | "autoPay.suspend",
    facts: { before?: Record<string, string>; after: Record<string, string> },
  ): Promise<void> {
    const by = { actor: { kind: "system" }, subjectUserid: null, ip: null } as const
    await audit.record(tx, { client, accountNumber, action, ...by, ...facts })
  }

  return { report, move }
}

/** The method as described and verified after the report. */
function methodAfter(before: PaymentMethodRow, told: MethodReport): PaymentMethodRow {
  if (told.isVerificationFailed) return { ...before, verificationFailed: true }
  const { cardType, lastFour, expirationDate, institution } = told.method
  const shown = { cardType, lastFour, expirationDate, institution }
  // Such a report is about an earlier authorization of the account.
  if (told.blocked || told.isAuthorizationGone) return { ...before, ...shown }
  return { ...before, ...shown, verifyAt: "", verificationFailed: false }
}

/** Why auto pay must not charge the method from now on; null if nothing ended. */
function endedReason(before: PaymentMethodRow, now: PaymentMethodRow): string | null {
  if (now.blockedReason && !before.blockedReason) return now.blockedReason
  return now.authorizationGone && !before.authorizationGone ? "authorizationGone" : null
}

/** Updates the label of the auto pay method in the account system. */
async function renameAutoPay(
  { policyAdmin, brands }: Deps,
  method: PaymentMethodRow,
  account: Account | undefined,
): Promise<void> {
  const { client, accountNumber, recordId } = method
  const label = methodHeader(method)
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

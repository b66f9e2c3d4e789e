import { randomUUID } from "node:crypto"
import type { Queries } from "#database/sql.ts"
import { addressed } from "#platform/email/email-message.ts"
import type { PaymentMetrics } from "#platform/http/payment-metrics.ts"
import { minimumCharge } from "#ports/payment-gateway/port.ts"
import type { Account, AutoPayDue, Billing, Policy } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { billingChangeBlock } from "#services/products/allowed-actions.ts"
import { methodHeader } from "../methods/payment-method-presenter.ts"
import { findMethod } from "../methods/payment-methods.store.ts"
import { partedBills } from "../paying/payable-bills.ts"
import { productWithNumber } from "../paying/product-with-number-presenter.ts"
import {
  type AnnouncedCharge,
  closeSettled,
  findKnownCharges,
  insertAnnouncement,
  type KnownCharges,
  type OpenAnnouncement,
  supersedeOtherMethods,
} from "./announced-charges.store.ts"
import {
  type AnnouncedDue,
  announcedBefore,
  announcedPart,
  announcementOn,
  chargeDay,
  type EarlierCharges,
  isUnchanged,
  noticeDays,
} from "./announced-part.ts"
import type { AutoPayFailures } from "./auto-pay-failures.ts"
import { isSuspended } from "./auto-pay-suspensions.store.ts"
import { carriedAmount } from "./carried-amount.ts"
import { chargeNoticeEmail } from "./charge-notice-email.ts"
import { noticedChargeOf } from "./charge-notice-presenter.ts"
import type { DroppedCharges } from "./dropped-charges.ts"
import { reportMissingProduct } from "./missing-product.ts"
import { createProductStop } from "./product-stop.ts"
import { productBefore } from "./same-product.ts"

const pageSize = 100
/** Number of notices written concurrently. */
const atOnce = 5

type Owed = AutoPayDue & { known: KnownCharges }

/**
 * The notices before auto pay charges, ten days ahead, and the part of the due amount that they
 * allow to charge. Unsubscribed customers get notices too.
 */
export function createChargeNotices(
  deps: Deps,
  failures: AutoPayFailures,
  metrics: Pick<PaymentMetrics, "unsentChargeNotices" | "differences">,
  { takeBack }: Pick<DroppedCharges, "takeBack">,
) {
  const { database, clock, policyAdmin, outbox, wakeEmail, brands, brandOf } = deps
  const stop = createProductStop(deps, failures, metrics)

  /**
   * Announces auto pay charges ten days ahead, once per bill. Bills that are due earlier, and were
   * not announced, are charged ten days from now. Cancels announcements for another method or
   * another product. Returns how many emails of both kinds were written.
   *
   * Errors: `AccountSystemAway`; the reason of `signal`. Completed work stays done.
   */
  async function announce(
    client: string,
    today: Temporal.PlainDate,
    signal?: AbortSignal,
  ): Promise<{ chargesAnnounced: number; cancellationsEmailed: number }> {
    const { billing } = policyAdmin
    const by = today.add({ days: noticeDays }).toString()
    let chargesAnnounced = 0
    let cancellationsEmailed = 0
    let page: AutoPayDue[] = []
    do {
      page = await billing.autoPayDue(client, by, page.at(-1), pageSize)
      const owed = await withKnown(client, page, by)
      const { same = [], other = [] } = Object.groupBy(owed, (due) =>
        productBefore(due.known, due) === undefined ? "same" : "other",
      )
      for (const due of other) {
        const emails = await stop(due, today)
        if (emails === undefined) same.push(due)
        else cancellationsEmailed += emails
      }
      const news = (await Promise.all(same.filter(isNews).map(unpaidPart))).flat().filter(isNews)
      for (const due of news) cancellationsEmailed += await takeBackOthers(due)
      for (let start = 0; start < news.length; start += atOnce) {
        signal?.throwIfAborted()
        const some = news.slice(start, start + atOnce)
        const written = await Promise.all(some.map((due) => announceOne(due, today)))
        chargesAnnounced += written.filter((isEmailed) => isEmailed).length
      }
    } while (page.length >= pageSize)
    if (chargesAnnounced + cancellationsEmailed > 0) wakeEmail()
    return { chargesAnnounced, cancellationsEmailed }
  }

  async function withKnown(client: string, page: AutoPayDue[], agreedFor: string): Promise<Owed[]> {
    if (page.length === 0) return []
    const rows = await findKnownCharges(database, client, page, agreedFor)
    const byPolicy = new Map(rows.map((row) => [row.policyNumber, row]))
    return page.flatMap((due) => {
      const known = byPolicy.get(due.policyNumber)
      return known ? [{ ...due, known }] : []
    })
  }

  /**
   * The due amount without the bills that our earlier payments have paid; empty if they paid all.
   */
  async function unpaidPart(due: Owed): Promise<Owed[]> {
    if (!due.known.isContradicted) return [due]
    const { unpaid: bills } = await partedBills(deps, due, due.billNumbers)
    return bills.slice(-1).map(({ dueDate }) => ({
      ...due,
      dueDate,
      billNumbers: bills.map(({ number }) => number),
      dueDates: bills.map((bill) => bill.dueDate),
      amount: bills.reduce((sum, { owed }) => sum + owed, 0),
    }))
  }

  /** Returns whether an email was written. */
  async function announceOne(due: Owed, today: Temporal.PlainDate): Promise<boolean> {
    const { client, accountNumber, policyNumber, known } = due
    const earlier = await chargedBefore(due)
    const amount = due.amount - earlier.amount
    if (amount < minimumCharge) return false
    const account = await policyAdmin.account(client, accountNumber)
    const policy = account?.products.find((one) => one.policyNumber === policyNumber)
    if (!policy) reportMissingProduct(deps, due)
    if (!account || !policy) return false
    const silentOn = chargeDay(due.dueDate, today, false, earlier.lastDay)
    const silent = { amount, dueDate: due.dueDate, date: silentOn, policy }
    const isEmailed = !isUnchanged(silent, known)
    const announced: AnnouncedCharge = {
      id: randomUUID(),
      ...{ client, accountNumber, policyNumber, amount, productDesc: policy.productDesc },
      kind: isEmailed ? "notice" : "unchanged",
      chargeOn: chargeDay(due.dueDate, today, isEmailed, earlier.lastDay),
      billsDueBy: due.dueDate,
      dueDates: due.dueDates,
      billNumbers: due.billNumbers,
      parts: null,
      methodRecordId: due.paymentMethodRecordId,
      announcedOn: today.toString(),
      announcedAt: clock.now(),
      authorizationId: null,
    }
    if (isEmailed) return await email(announced, due, { account, policy })
    if (known.open.some((one) => isSameAgreement(one, announced))) return false
    const { methodRecordId } = announced
    if (await isSuspended(database, client, policyNumber, methodRecordId)) return false
    await database.transaction((tx) => insert(tx, announced, known))
    return false
  }

  /** False if these bills were announced before. */
  async function insert(tx: Queries, announced: AnnouncedCharge, { open }: KnownCharges) {
    const { client, policyNumber, methodRecordId } = announced
    if (open.some((one) => one.methodRecordId !== methodRecordId)) {
      await supersedeOtherMethods(tx, client, policyNumber, methodRecordId, clock.now())
    }
    return await insertAnnouncement(tx, announced)
  }

  /**
   * Cancels the announced charges to other methods: the method was changed without a change here,
   * or the product belongs to another account.
   */
  async function takeBackOthers(due: Owed): Promise<number> {
    const { client, accountNumber, policyNumber, known } = due
    const others = known.open.filter(
      ({ isTold, methodRecordId }) => isTold && methodRecordId !== due.paymentMethodRecordId,
    )
    if (others.length === 0) return 0
    const policy = (await policyAdmin.policy(client, accountNumber, policyNumber))?.policy
    let emails = 0
    for (const one of others) {
      const kind = one.accountNumber === accountNumber ? "otherMethod" : "gone"
      if (await takeBack({ client, policyNumber, ...one }, { kind }, policy)) emails += 1
    }
    return emails
  }

  /** The charges of these bills that were announced earlier. */
  async function chargedBefore(due: Owed): Promise<EarlierCharges> {
    const { client, accountNumber, policyNumber, billNumbers, known } = due
    const earlier = known.open.filter(
      ({ billsDueBy, methodRecordId }) =>
        billsDueBy < due.dueDate && methodRecordId === due.paymentMethodRecordId,
    )
    if (earlier.length === 0) return { amount: 0, lastDay: null }
    const bills = await policyAdmin.openBills(client, accountNumber, policyNumber)
    const charged = bills.filter(({ number }) => billNumbers.includes(number))
    return announcedBefore(earlier, charged)
  }

  async function email(
    announced: AnnouncedCharge,
    due: Owed,
    { account, policy }: { account: Account; policy: Policy },
  ): Promise<boolean> {
    const { known } = due
    const { client, accountNumber, policyNumber, methodRecordId } = announced
    const method = await findMethod(database, client, accountNumber, methodRecordId)
    if (!method) return false
    const { dueDates: named } = due
    const asked = { today: announced.billsDueBy, ...(known.isContradicted && { dueDates: named }) }
    const next = await policyAdmin.nextCharge(client, accountNumber, policyNumber, asked)
    // Suspended, or declined too often: nothing will be charged.
    const day = Temporal.PlainDate.from(announced.chargeOn)
    const announcedOn = Temporal.PlainDate.from(announced.announcedOn)
    if (!next || !(await failures.attemptOn(due, next, method.kind, day))) return false
    const { dueDates, alreadyPaid } = next
    const carried = await carriedAmount(deps, announced, policyNumber, next)
    const parts = next.amount === announced.amount ? next : null
    const brand = await brandOf(client, await brands.siteAddressOf(client))
    const { person } = account
    const hasFailed = (await failures.failedChargeStatusesOf(due, [policy], announcedOn)).size > 0
    const written = chargeNoticeEmail({
      brand,
      firstName: person.firstName,
      ...noticedChargeOf(
        { ...announced, parts, alreadyPaid, dueDates, carried },
        known,
        brand.timeZone,
      ),
      product: productWithNumber(policy, policy),
      method: methodHeader(method),
      isBankDebit: method.kind === "bank",
      isPastDue: hasFailed && dueDates.some((dueDate) => dueDate < announced.announcedOn),
      canChange:
        billingChangeBlock(policy.billing, announcedOn, hasFailed ? "failed" : "announced") ===
        null,
      skipped: skippedBillsOf(policy.billing),
    })
    return await database.transaction(async (tx) => {
      const isUnsent = person.emailAddress === ""
      if (!(await insert(tx, { ...announced, parts, isUnsent }, known))) return false
      // Without an address, no email is sent. The screens show the same, and staff see it.
      if (isUnsent) metrics.unsentChargeNotices.inc({ client })
      if (isUnsent) return false
      await outbox.add(tx, addressed(written, brand, person.emailAddress))
      return true
    })
  }

  /** The part of a page of due products that auto pay may charge on `today`. */
  async function announcedOf(
    client: string,
    page: AutoPayDue[],
    today: Temporal.PlainDate,
  ): Promise<AnnouncedDue[]> {
    const owed = await withKnown(client, page, today.toString())
    const parts = owed.map(async ({ known, ...due }) => {
      const announced = announcementOn(known.open, due.paymentMethodRecordId, today.toString())
      // The run notifies the customer that the method was deleted.
      if (known.methodKind === null) return [{ ...due, announcementId: null }]
      if (!announced) return []
      const hasLaterBills = due.dueDate > announced.billsDueBy
      const { accountNumber, policyNumber } = due
      const bills = hasLaterBills
        ? await policyAdmin.openBills(client, accountNumber, policyNumber)
        : []
      return announcedPart(due, announced, bills)
    })
    return (await Promise.all(parts)).flat()
  }

  /** Closes announcements whose day has come while their product owed nothing. */
  async function closeSettledOf(client: string, today: Temporal.PlainDate): Promise<void> {
    await closeSettled(database, client, today.toString(), clock.now())
  }

  return { announce, announcedOf, closeSettledOf }
}

/** The open bills whose debit the person skipped. */
function skippedBillsOf({ openAmounts, skippedDueDates }: Billing): Billing["openAmounts"] {
  return openAmounts.filter(({ dueDate }) => skippedDueDates.includes(dueDate))
}

/** Whether this agreement informed the customer of exactly this charge. */
function isSameAgreement(one: OpenAnnouncement, other: AnnouncedCharge): boolean {
  return (
    one.kind === "agreement" &&
    one.amount === other.amount &&
    one.chargeOn === other.chargeOn &&
    one.methodRecordId === other.methodRecordId &&
    String(one.dueDates) === String(other.dueDates)
  )
}

/** Whether a bill is due that was not announced. */
function isNews({ dueDate, known }: Owed): boolean {
  return known.methodKind !== null && dueDate > (known.announcedThrough ?? "")
}

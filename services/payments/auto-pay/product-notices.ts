import { minimumCharge } from "#ports/payment-gateway/port.ts"
import { AccountSystemAway, type Policy } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { pastDue, totalDue } from "#services/products/due-status.ts"
import {
  type AutoPayNotice,
  type FindProductNotices,
  type Recorded,
  withoutRecorded,
} from "#services/products/product-presenter.ts"
import { findGoneReason } from "../methods/chargeable-method.ts"
import { chargedAfterExpiry, warnDays } from "../methods/expiring-card.ts"
import { findMethods } from "../methods/payment-methods.store.ts"
import { findStoredPayments } from "../paying/payable.store.ts"
import { heldBills } from "../paying/payable.ts"
import { payableByDueDate, readShownBills } from "../paying/payable-bills.ts"
import { findUndecidedToShow } from "../paying/payments.store.ts"
import type { KnownCharges } from "./announced-charges.store.ts"
import {
  announcedChargesOf,
  knownChargesOf,
  type LeftBills,
  leftBills,
} from "./announced-charges.ts"
import {
  findAutoPayNews,
  type LastCharge,
  type RecordingPayment,
} from "./auto-pay-failures.store.ts"
import { type AutoPayFailures, failuresSince } from "./auto-pay-failures.ts"
import { confirmingNotice, recordingNotice, revokedNotice } from "./confirming-presenter.ts"
import {
  announcedNotice,
  chargingNotice,
  expiringNotice,
  noticeOf,
} from "./failed-charge-status-presenter.ts"
import { cannotChargeNotice, leftNotice, partialNotice } from "./left-bills-presenter.ts"
import { noCharge } from "./next-charge.ts"

type Owner = Parameters<FindProductNotices>[0]
type Left = LeftBills & { policy: Policy; rest: number }
type NoticeOfProduct = [policyNumber: string, AutoPayNotice]

/**
 * The notices on screens about auto pay charges that failed or are undecided, payments that the
 * customer must confirm with their bank, cards that expire before the next charge, announced
 * charges of late bills, bills that auto pay leaves to the customer, and accepted payments that the
 * account system does not show yet or reversed.
 */
export function createProductNotices(deps: Deps, failures: AutoPayFailures): FindProductNotices {
  const { database, brands, clock, localize } = deps

  async function failed(
    owner: Owner,
    policies: readonly Policy[],
    today: Temporal.PlainDate,
  ): Promise<NoticeOfProduct[]> {
    const stories = await failures.failedChargeStatusesOf(owner, policies, today)
    return await Promise.all(
      [...stories].map(async ([policyNumber, story]): Promise<NoticeOfProduct> => {
        return [policyNumber, await noticeOf(localize, owner.client, story, today)]
      }),
    )
  }

  async function charging(owner: Owner): Promise<NoticeOfProduct[]> {
    const open = await findUndecidedToShow(database, owner.client, owner.accountNumber)
    return await Promise.all(
      open.map(async (charge): Promise<NoticeOfProduct> => {
        const notice = charge.origin === "autoPay" ? chargingNotice : confirmingNotice
        return [charge.policyNumber, await notice(localize, owner.client, charge)]
      }),
    )
  }

  async function expiring(
    owner: Owner,
    policies: readonly Policy[],
    today: Temporal.PlainDate,
  ): Promise<NoticeOfProduct[]> {
    const methods = await findMethods(database, owner.client, owner.accountNumber)
    const affected = await Promise.all(
      methods.map((method) => chargedAfterExpiry(deps, owner, method, policies, today)),
    )
    return await Promise.all(
      affected.flat().map(async (one): Promise<NoticeOfProduct> => {
        return [one.policy.policyNumber, await expiringNotice(localize, owner.client, one, today)]
      }),
    )
  }

  async function recordingNotices(
    owner: Owner,
    recording: readonly RecordingPayment[],
  ): Promise<NoticeOfProduct[]> {
    const byPolicy = Map.groupBy(recording, ({ policyNumber }) => policyNumber)
    return await Promise.all(
      [...byPolicy].map(async ([policyNumber, payments]): Promise<NoticeOfProduct> => {
        const recorded = await recordedOf({ ...owner, policyNumber }, payments)
        return [policyNumber, await recordingNotice(localize, owner.client, payments, recorded)]
      }),
    )
  }

  async function recordedOf(
    product: Owner & { policyNumber: string },
    payments: readonly RecordingPayment[],
  ): Promise<Recorded> {
    try {
      return { payable: await payableByDueDate(deps, product) }
    } catch (error) {
      if (!(error instanceof AccountSystemAway)) throw error
      return { amount: payments.reduce((sum, { amount }) => sum + amount, 0) }
    }
  }

  /**
   * The notice about payments of a product that the account system reversed, and the due dates of
   * the open bills whose money is with us (`left`).
   */
  async function revokedOf(
    owner: Owner,
    { policyNumber, billing }: Policy,
  ): Promise<AutoPayNotice[]> {
    const kept = await findStoredPayments(database, owner.client, policyNumber)
    const shown = await readShownBills(deps.policyAdmin, { ...owner, policyNumber }).catch(
      (error: unknown) => {
        if (error instanceof AccountSystemAway) return undefined
        throw error
      },
    )
    return await Promise.all(
      kept.map(async (payment): Promise<AutoPayNotice> => {
        const held = shown
          ? heldBills(shown.bills, shown.entries, [payment]).map(({ dueDate }) => dueDate)
          : payment.pays.flatMap(({ dueDate }) => dueDate ?? [])
        const left = billing.openAmounts
          .map(({ dueDate }) => dueDate)
          .filter((dueDate) => held.includes(dueDate))
        const isOnAutoPay = billing.paymentMethodRecordId !== null
        const state = { isHeld: left.length > 0, isOnAutoPay }
        return { ...(await revokedNotice(localize, owner.client, payment.left, state)), left }
      }),
    )
  }

  /**
   * Notices for products with a late bill and no other notice. Suspended products already have one.
   */
  async function announced(
    owner: Owner,
    late: readonly Policy[],
    today: Temporal.PlainDate,
    known: ReadonlyMap<string, KnownCharges>,
    hasFailed: boolean,
  ): Promise<NoticeOfProduct[]> {
    const charges = await announcedChargesOf(deps, owner, late, today, known, hasFailed)
    const found = await Promise.all(
      late.map(async ({ policyNumber, billing }): Promise<NoticeOfProduct[]> => {
        const announced = charges.get(policyNumber)
        if (!announced) return []
        const isAll = pastDue(billing, today, "announced") === 0
        const { next, deferred, methodKind } = announced
        const charge = { ...next, method: billing.paymentMethodLabel, methodKind, deferred, isAll }
        return [[policyNumber, await announcedNotice(localize, owner.client, charge, today)]]
      }),
    )
    return found.flat()
  }

  async function leftOf(
    owner: Owner,
    { policy, rest, bills, why }: Left,
    last: LastCharge | undefined,
    today: Temporal.PlainDate,
  ): Promise<AutoPayNotice> {
    const { client } = owner
    if (why === "otherProduct") return await cannotChargeNotice(localize, client, why)
    if (why === "noMethod") {
      const recordId = policy.billing.paymentMethodRecordId ?? ""
      const reason = await findGoneReason(database, owner, recordId)
      return await cannotChargeNotice(localize, client, reason)
    }
    const [oldest] = bills
    if (!last || !oldest || !last.dueDates.includes(oldest.dueDate)) {
      return await leftNotice(localize, client, rest)
    }
    const part = { ...last, rest, dueDate: oldest.dueDate }
    return await partialNotice(localize, client, part, await brands.timeZoneOf(client), today)
  }

  return async (owner, policies, today, held = policies) => {
    const expiringBy = (await brands.todayOf(owner.client)).add({ days: warnDays }).toString()
    const since = failuresSince(clock)
    const numbers = held.map(({ policyNumber }) => policyNumber)
    const news = await findAutoPayNews(database, owner, since, expiringBy, numbers)
    const { hasFailed, expiringCards, recording, lastCharges, revoked } = news
    const onAutoPay = policies.filter(({ billing }) => billing.paymentMethodRecordId !== null)
    const isExpiring = onAutoPay.some(({ billing }) =>
      expiringCards.includes(billing.paymentMethodRecordId ?? ""),
    )
    const notices = await Promise.all([
      isExpiring ? expiring(owner, onAutoPay, today) : [],
      hasFailed && onAutoPay.length > 0 ? failed(owner, onAutoPay, today) : [],
      hasFailed ? charging(owner) : [],
    ])
    // A product gets the last of its notices: a failed charge outranks a card that expires.
    const told = new Map(notices.flat())
    for (const [policyNumber, notice] of await recordingNotices(owner, recording)) {
      told.set(policyNumber, together(notice, told.get(policyNumber)))
    }
    // A payment that is being recorded pays some bills, and any other notice covers all of them.
    const open = withoutRecorded(onAutoPay, told).filter(
      (policy) =>
        (told.get(policy.policyNumber)?.state ?? "recording") === "recording" &&
        totalDue(policy.billing) > 0 &&
        noCharge(policy, true, true) === null,
    )
    const known = await knownChargesOf(deps, owner, open, today)
    const kept = await Promise.all(
      policies
        .filter(({ policyNumber }) => revoked.includes(policyNumber))
        .map(async (policy) => ({ policy, notices: await revokedOf(owner, policy) })),
    )
    const heldOf = ({ policyNumber }: Policy) =>
      kept
        .filter(({ policy }) => policy.policyNumber === policyNumber)
        .flatMap(({ notices }) => notices.flatMap(({ left = [] }) => left))
    const left = open.flatMap((policy) => {
      const { bills, why } = leftBills(policy, known.get(policy.policyNumber))
      const held = heldOf(policy)
      const found = { bills: bills.filter(({ dueDate }) => !held.includes(dueDate)), why }
      const rest = found.bills.reduce((sum, { owed }) => sum + owed, 0)
      return rest < minimumCharge ? [] : [{ policy, rest, ...found }]
    })
    const late = open.filter((policy) => {
      const own = left.find((one) => one.policy === policy)
      const isLate = own ? own.why === "charged" : pastDue(policy.billing, today) > 0
      return isLate && !told.has(policy.policyNumber) && heldOf(policy).length === 0
    })
    // Any other notice replaces the notice of an announced charge.
    const charges = late.length > 0 ? await announced(owner, late, today, known, hasFailed) : []
    const rests = await Promise.all(
      left.map(async (one): Promise<NoticeOfProduct> => {
        const { policyNumber } = one.policy
        const charge = lastCharges.find((last) => last.policyNumber === policyNumber)
        const notice = {
          ...(await leftOf(owner, one, charge, today)),
          left: one.bills.map(({ dueDate }) => dueDate),
        }
        const recording = told.get(policyNumber)
        if (recording) told.set(policyNumber, together(recording, notice))
        return [policyNumber, notice]
      }),
    )
    const all = new Map([...rests, ...charges, ...told])
    for (const { policy, notices } of kept) {
      for (const notice of notices) {
        const { policyNumber } = policy
        all.set(policyNumber, together(notice, all.get(policyNumber)))
      }
    }
    return all
  }
}

/**
 * The notice about a payment is shown together with any other notice, whose state and title are
 * used. A notice that allows auto pay to charge the product yields to one about bills left to the
 * customer.
 */
function together(payment: AutoPayNotice, other: AutoPayNotice | undefined): AutoPayNotice {
  if (!other) return payment
  const content = [...payment.content, ...other.content]
  const left = [...(payment.left ?? []), ...(other.left ?? [])]
  const isLeft =
    payment.state === "left" && ["expiring", "recording", "revoked"].includes(other.state)
  return { ...payment, ...other, ...(isLeft && { state: "left" }), content, left }
}

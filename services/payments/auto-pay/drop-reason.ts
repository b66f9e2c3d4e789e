import { instantOf } from "#platform/time.ts"
import { dayAt } from "#platform/time-zone.ts"
import { minimumCharge } from "#ports/payment-gateway/port.ts"
import { type LedgerEntry, monthsIn, type OpenBill, type Policy } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { readShownBills } from "../paying/payable-bills.ts"
import { followsOn, isAnnounced } from "./announced-part.ts"
import type { AutoPayFailures } from "./auto-pay-failures.ts"
import type { DropReason } from "./dropped-charge-email.ts"
import type { DroppedCharge } from "./dropped-charges.store.ts"
import { nextChargeOf } from "./next-charge.ts"

/**
 * The reason that an announced charge of `today` or earlier is not made. `policy` is the product as
 * the account system shows it to the notified person; undefined if it shows none. Undefined if
 * another email cancels the charge, or a later run still makes it. `isLate`: the account system
 * accepted our last change of auto pay, and its reads do not show it yet. Errors:
 * `AccountSystemAway`.
 */
export async function dropReasonOf(
  deps: Deps,
  failures: Pick<AutoPayFailures, "failedChargeStatusesOf">,
  charge: DroppedCharge,
  policy: Policy | undefined,
  today: Temporal.PlainDate,
  isLate: boolean,
): Promise<DropReason | undefined> {
  if (charge.isSkipped || charge.isChanging) return undefined
  const timeZone = await deps.brands.timeZoneOf(charge.client)
  const charges = charge.charges.map((one) => ({
    ...one,
    on: dayAt(instantOf(one.at), timeZone).toString(),
  }))
  // Another announcement of these bills covers the same charge.
  if (charges.some(({ on, amount }) => on >= charge.chargeOn && amount <= charge.amount)) {
    return undefined
  }
  if (!policy) return { kind: "gone" }
  if (!policy.active) return { kind: "ended" }
  const { bills, entries } = await readShownBills(deps.policyAdmin, charge)
  const open = bills.filter(({ dueDate }) => isAnnounced(charge, dueDate))
  const moved = bills.find((bill) => isMoved(charge, bill, policy))
  const earlier = charges.find(({ isForBills }) => isForBills)
  if (open.length === 0 && !moved) {
    return earlier ? { kind: "charged", on: earlier.on } : settledReason(charge, entries)
  }
  if (isLate && open.length > 0) return { kind: "late" }
  const { paymentMethodRecordId, kind } = policy.billing
  if (paymentMethodRecordId === null) return charge.isMethodDeleted ? undefined : { kind: "off" }
  if (paymentMethodRecordId !== charge.methodRecordId) return { kind: "otherMethod" }
  if (charge.suspendedFor !== null) {
    return { kind: charge.suspendedFor === "closed" ? "closed" : "suspended" }
  }
  if (kind === "combined") return { kind: "combined" }
  if (open.length === 0 && moved) return { kind: "moved", dueDate: moved.dueDate }
  const { announcementId } = await nextChargeOf(deps, charge, policy, today)
  if (announcementId === charge.id) return undefined
  const owed = open.reduce((sum, bill) => sum + bill.owed, 0)
  if (owed < minimumCharge) return { kind: "small" }
  const stories = await failures.failedChargeStatusesOf(charge, [policy], today)
  return stories.get(charge.policyNumber)?.state === "givenUp" ? { kind: "held" } : undefined
}

/**
 * Whether a bill of the charge, and not the next one, is due later now. Its number may have
 * changed.
 */
function isMoved(charge: DroppedCharge, bill: OpenBill, { billing }: Policy): boolean {
  const newest = charge.dueDates?.toSorted().at(-1) ?? charge.billsDueBy
  const isOfCharge = bill.periodFrom <= newest || charge.billNumbers.includes(bill.number)
  const isNext = followsOn(bill.dueDate, [newest], monthsIn(billing.frequencyCode))
  return bill.dueDate > newest && isOfCharge && !isNext
}

/**
 * The money that paid the bills, from the account system's entries, including payments that it
 * received itself, such as by phone.
 */
function settledReason(charge: DroppedCharge, entries: readonly LedgerEntry[]): DropReason {
  const settling = entries.filter(
    ({ billNumber, amount, on }) =>
      billNumber !== null &&
      charge.billNumbers.includes(billNumber) &&
      amount > 0 &&
      on >= charge.announcedOn,
  )
  const lots = settling.map(({ lot }) => entries.find((one) => one.lot === lot)?.kind)
  const isPaid = settling.length > 0 ? lots.includes("payment") : charge.isPaid
  const isCredited =
    settling.length > 0
      ? lots.some((kind) => kind === "credit" || kind === "writeOff")
      : charge.isCredited
  if (isPaid && isCredited) return { kind: "both" }
  if (isPaid) return { kind: "paid" }
  return { kind: isCredited ? "credited" : "settled" }
}

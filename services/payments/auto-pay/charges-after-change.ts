import { minimumCharge } from "#ports/payment-gateway/port.ts"
import type { ChargeAfter, NextCharge, OpenBill, Policy } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { chargeWithout, partedBills } from "../paying/payable-bills.ts"
import { findChargeUnderWay, type Payment } from "../paying/payments.store.ts"
import { chargeFactsOf } from "./charge-facts.ts"
import type { PaymentSettings } from "./next-charge.ts"
import { retryDayAfter } from "./retry-day.ts"

/** The debt of a product after a change of auto pay or frequency. */
export interface AfterChange {
  /** The next auto pay charge or, without auto pay, the next bill; undefined if none is known. */
  next: NextCharge | undefined
  /** The open bills that `next` does not contain. */
  others: (OpenBill & { isCharged: boolean })[]
  /**
   * The money that covers all known bills, so that no next charge is known. Null if there is none.
   * `alreadyPaid`: the part that the person has paid, in cents.
   */
  cover: { alreadyPaid: number } | null
  /** The auto pay charge that ending auto pay does not stop. */
  underWay: Payment | undefined
}

/**
 * A product of this account as it would be after each of these changes, made on `today`, in the
 * order of `changes`. The agreement announces the next charge. Once today's billing run has
 * started, the charge is made tomorrow at the earliest.
 *
 * Errors: `AccountSystemAway`.
 */
export async function chargesAfterChange(
  deps: Pick<Deps, "database" | "clock" | "policyAdmin" | "brands">,
  account: { client: string; accountNumber: string },
  policy: Policy,
  today: Temporal.PlainDate,
  choices: readonly PaymentSettings[],
  facts = chargeFactsOf(deps, account, [policy], today),
): Promise<AfterChange[]> {
  const { database, policyAdmin } = deps
  const { client, accountNumber } = account
  const { policyNumber, billing } = policy
  const isEnding = !choices.every(isAutoPay)
  // Read before the bills, so that a charge posted in the meantime is missing from neither.
  const underWay = isEnding ? await findChargeUnderWay(database, client, policyNumber) : undefined
  const paying = underWay?.billNumbers ?? []
  const isCharging = choices.some(isAutoPay)
  const ask = async (minimum: number, asked: readonly PaymentSettings[]) =>
    await policyAdmin.chargesAfter(client, accountNumber, policyNumber, {
      today: today.toString(),
      minimum,
      choices: asked,
      underWay: paying,
    })
  const [found, hasRun, failed, known] = await Promise.all([
    ask(minimumCharge, choices),
    isCharging ? facts.hasRun() : false,
    isCharging ? facts.failed(policyNumber) : [],
    facts.known(policyNumber),
  ])
  const firstDay = today.add({ days: hasRun ? 1 : 0 }).toString()
  return await Promise.all(
    choices.map(async (chosen, index) =>
      afterChange(chosen, await unpaidAfter(chosen, found[index])),
    ),
  )

  /**
   * Omits the bills that our earlier payments have paid. A bill whose money is with us (`held`)
   * stays among the open bills, and auto pay does not charge it.
   */
  async function unpaidAfter(
    chosen: PaymentSettings,
    first: ChargeAfter | undefined,
  ): Promise<(ChargeAfter & { held?: readonly OpenBill[] }) | undefined> {
    let after = first
    if (!known?.isContradicted || !after) return after
    const numbers = after.openBills.map(({ number }) => number)
    const parted = await partedBills(deps, { ...account, policyNumber }, numbers)
    const held = isAutoPay(chosen) ? parted.held : []
    const isPaid = ({ number }: OpenBill) =>
      !parted.unpaid.some((bill) => bill.number === number) &&
      !parted.held.some((bill) => bill.number === number)
    const isLeftOut = (bill: OpenBill) =>
      isPaid(bill) || held.some(({ number }) => number === bill.number)
    while (after) {
      const { next, openBills }: ChargeAfter = after
      const bills = openBills.filter((bill) => !isPaid(bill))
      if (!next) return { ...after, openBills: bills, held }
      const paid = openBills.filter(
        (bill) => next.billNumbers.includes(bill.number) && isLeftOut(bill),
      )
      const unpaid = openBills.filter((bill) => !isLeftOut(bill))
      const charged = chargeWithout(next, { paid, unpaid })
      if (charged) return { ...after, next: charged, openBills: bills, held }
      ;[after] = await ask(next.amount + 1, [chosen])
    }
    return undefined
  }

  function afterChange(
    chosen: PaymentSettings,
    after: Awaited<ReturnType<typeof unpaidAfter>>,
  ): AfterChange {
    const { next, openBills = [], unapplied = 0, unappliedOwn = 0, held = [] } = after ?? {}
    const cover = !next && unapplied > 0 ? { alreadyPaid: unappliedOwn } : null
    const isOn = isAutoPay(chosen)
    const others = openBills
      .filter(({ dueDate }) => !next?.dueDates.includes(dueDate))
      .filter(({ number }) => isOn || !paying.includes(number))
      .map((bill) => ({
        ...bill,
        isCharged:
          isOn &&
          !billing.skippedDueDates.includes(bill.dueDate) &&
          !held.some(({ number }) => number === bill.number),
      }))
    const left = isOn ? undefined : underWay
    return { next: next && dated(chosen, next), others, cover, underWay: left }
  }

  function dated(chosen: PaymentSettings, next: NextCharge): NextCharge {
    if (!isAutoPay(chosen)) return next
    // A product cannot be changed while a bill of a failed charge is past due, so the kind does not
    // matter.
    const retriedOn = retryDayAfter(failed, "card", next) ?? next.date
    return { ...next, date: retriedOn > firstDay ? retriedOn : firstDay }
  }
}

function isAutoPay({ paymentMethodRecordId }: PaymentSettings): boolean {
  return paymentMethodRecordId !== null
}

/** The parts of a period that `cover` pays; undefined without one. */
export function coveredPart(later: { premium: number; fee: number }, cover: AfterChange["cover"]) {
  const credit = cover ? later.premium + later.fee : 0
  return { ...later, adjustment: 0, credit, alreadyPaid: Math.min(credit, cover?.alreadyPaid ?? 0) }
}

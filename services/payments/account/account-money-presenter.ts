import { centsOf, decimalOf } from "#contracts/money.ts"
import type { PlannedCharge } from "#contracts/payments/payment-center.ts"
import type { CustomerMoney } from "#contracts/staff/staff.ts"
import { dateOfShown, shownDate, shownDay } from "#platform/text/dates.ts"
import { AccountSystemAway } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import type { FindProductNotices } from "#services/products/product-presenter.ts"
import { withoutRecorded } from "#services/products/product-presenter.ts"
import { sumPastDue } from "#services/products/urgency.ts"
import { plannedChargesOf } from "../auto-pay/planned-charges-presenter.ts"
import { findPaymentsOfAccount, type Payment } from "../paying/payments.store.ts"

/**
 * Money facts of an account, for staff who talk with the customer: the past due amount, the next
 * charge and the newest payment. Undefined while the account system is away, or without the
 * account.
 */
export function createAccountMoney(
  deps: Deps,
  noticesOf: FindProductNotices,
  statusLabelOf: (payment: Payment) => string,
) {
  const { database, policyAdmin, brands } = deps

  async function read(owner: Pick<Payment, "client" | "accountNumber">) {
    const { client, accountNumber } = owner
    const products = await policyAdmin.activeProducts(client, accountNumber, "")
    if (!products) return undefined
    const today = await brands.todayOf(client)
    const notices = await noticesOf(owner, products, today)
    const shown = withoutRecorded(products, notices)
    const charges = await plannedChargesOf(deps, owner, shown, today)
    return { today, charges, pastDue: sumPastDue(shown, today, notices) }
  }

  return async (
    owner: Pick<Payment, "client" | "accountNumber">,
  ): Promise<CustomerMoney | undefined> => {
    const now = await read(owner).catch((error: unknown) => {
      if (error instanceof AccountSystemAway) return undefined
      throw error
    })
    if (!now) return undefined
    const { client, accountNumber } = owner
    const [last] = await findPaymentsOfAccount(database, client, accountNumber, 1)
    const timeZone = await brands.timeZoneOf(client)
    return {
      today: shownDate(now.today.toString()),
      pastDue: decimalOf(now.pastDue),
      nextCharge: nextOf(now.charges),
      lastPayment: last
        ? {
            amount: decimalOf(last.amount),
            date: shownDay(last.submittedAt, timeZone),
            status: statusLabelOf(last),
          }
        : null,
    }
  }
}

/** The charges of the first day. */
function nextOf(charges: readonly PlannedCharge[]): CustomerMoney["nextCharge"] {
  const dated = charges.filter(({ dueDate }) => dueDate !== "")
  const [date] = dated
    .map(({ dueDate }) => dueDate)
    .sort((one, other) => dateOfShown(one).localeCompare(dateOfShown(other)))
  if (date === undefined) return null
  const cents = dated
    .filter(({ dueDate }) => dueDate === date)
    .reduce((sum, { paymentAmount }) => sum + centsOf(paymentAmount), 0)
  return { amount: decimalOf(cents), date }
}

import { monthInWords } from "#contracts/dates.ts"
import { decimalOf } from "#contracts/money.ts"
import type { ComingPayment, ComingPayments } from "#contracts/payments/coming-payments.ts"
import { shownDate } from "#platform/text/dates.ts"
import { yesNo } from "#platform/text/yes-no.ts"
import type { Policy } from "#ports/policy-admin/port.ts"
import type { Coming, ComingOfProduct } from "./product-payments.ts"

const pastDueTitle = "Past Due"

/** The payments of all products by month, with their totals. */
export function comingReplyOf(
  coming: readonly ComingOfProduct[],
  until: Temporal.PlainDate,
): ComingPayments {
  const all = coming
    .flatMap((one) => one.payments.map((payment) => ({ ...one, payment })))
    .toSorted((one, other) => one.payment.date.localeCompare(other.payment.date))
  const groups = Map.groupBy(all, ({ payment }) => titleOf(payment))
  const months = [...groups].map(([title, rows]) => ({
    title,
    total: decimalOf(sumOf(rows.map(({ payment }) => payment))),
    payments: rows.map(shownPayment),
  }))
  const sums = coming
    .map(({ policy, payments }) => ({ policy, sum: sumOf(payments) }))
    .toSorted((one, other) => other.sum - one.sum)
  return {
    months: [
      ...months.filter(({ title }) => title === pastDueTitle),
      ...months.filter(({ title }) => title !== pastDueTitle),
    ],
    products: sums.flatMap(({ policy, sum }) =>
      sum === 0 ? [] : [{ ...named(policy), total: decimalOf(sum) }],
    ),
    total: decimalOf(sumOf(all.map(({ payment }) => payment))),
    until: shownDate(until.toString()),
    unknown: coming.filter((one) => !one.isComplete).map(({ policy }) => named(policy)),
    messages: [],
  }
}

function titleOf({ isPastDue, date }: Coming): string {
  return isPastDue ? pastDueTitle : monthInWords(shownDate(date))
}

function shownPayment({
  policy,
  paymentMethod,
  isBankDebit,
  payment,
}: ComingOfProduct & { payment: Coming }): ComingPayment {
  return {
    ...named(policy),
    date: shownDate(payment.date),
    amount: decimalOf(payment.amount),
    paidBy: payment.paidBy,
    paymentMethod: payment.paidBy === "autopay" ? paymentMethod : "",
    isBankDebit: yesNo(payment.paidBy === "autopay" && isBankDebit),
    isPastDue: yesNo(payment.isPastDue),
    isEstimate: yesNo(payment.isEstimate),
    isSkipped: yesNo(payment.isSkipped),
  }
}

function named({ policyNumber, productDesc, isInsuranceProduct }: Policy) {
  return { policyNumber, productDesc, isInsuranceProduct: yesNo(isInsuranceProduct) }
}

function sumOf(payments: readonly Coming[]): number {
  return payments.reduce((sum, { amount }) => sum + amount, 0)
}

import { decimalOf } from "#contracts/money.ts"
import type { DueAmount } from "#contracts/payments/authorization-facts.ts"
import type { AuthorizationKind } from "#contracts/payments/authorization-rules.ts"
import type { GivenAuthorization } from "#contracts/payments/authorizations.ts"
import { numberLabel } from "#contracts/products/product-number-rules.ts"
import { shownDate, shownDay } from "#platform/text/dates.ts"
import { yesNo } from "#platform/text/yes-no.ts"
import type { Policy } from "#ports/policy-admin/port.ts"
import { mergedByDueDate, shownBills, shownDueDate } from "#services/products/due-status.ts"
import type { AuthorizedCharge, GivenRow } from "./authorizations.store.ts"
import { paymentStateLabels } from "./payment-presenter.ts"

export const authorizationTitles: Record<AuthorizationKind, string> = {
  "pay-now": "Payment",
  add: "Auto Pay set up",
  "add-admin-fees": "Auto Pay set up",
  both: "Auto Pay and payment frequency changed",
  "payment-method": "Auto Pay payment method changed",
  frequency: "Payment frequency changed",
  remove: "Auto Pay ended",
}

/** A product as an authorization describes it on `today`, with the bills shown to the person. */
export function authorizedProductOf({ productDesc, billing }: Policy, today: Temporal.PlainDate) {
  const { frequencyCode, frequencies } = billing
  const dueDate = shownDueDate(billing, today)
  const dueAmounts = mergedByDueDate(shownBills(billing, today)).map(
    (open): DueAmount => ({
      dueDate: shownDate(open.dueDate),
      amount: open.owed,
    }),
  )
  return { productDesc, dueDate: shownDate(dueDate), frequencyCode, frequencies, dueAmounts }
}

/** The date in the text of an authorization. */
export function authorizationDate(day: Temporal.PlainDate): string {
  return shownDate(day.toString())
}

export function givenAuthorizationOf(
  row: Omit<GivenRow, "content">,
  charges: readonly AuthorizedCharge[],
  products: readonly Policy[],
  timeZone: string,
): GivenAuthorization {
  const policy = products.find((product) => product.policyNumber === row.policyNumber)
  return {
    authorizationId: row.id,
    title: authorizationTitles[row.kind],
    policyNumber: row.policyNumber,
    policyNumberLabel: numberLabel(policy?.isInsuranceProduct),
    agreedDate: shownDay(row.agreedAt, timeZone),
    isCarriedOut: yesNo(!row.isRefused),
    charges: charges.map(({ id, amount, submittedAt, status }) => ({
      paymentId: id,
      paymentDate: shownDay(submittedAt, timeZone),
      paymentAmount: decimalOf(amount),
      paymentStatusLabel: paymentStateLabels[status],
    })),
  }
}

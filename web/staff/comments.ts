import type { FoundCustomer } from "#contracts/staff/staff.ts"
import { moneyText } from "#web/ui/text/money-text.ts"

/** What is worth knowing of a result beside its columns, each with its label. */
export function commentsOf(customer: FoundCustomer): { label: string; value: string }[] {
  const { paymentConfirmationNumber, paymentDate, billingDay, paymentDetail, registration } =
    customer
  return [
    { label: "Registration", value: registrationWords[registration] },
    { label: "Payment Confirmation Number", value: paymentConfirmationNumber },
    { label: "Payment Date", value: paymentDate },
    { label: "Billing Day", value: billingDay },
    ...paymentDetail.flatMap((detail) => {
      const method = detail.creditCard ?? detail.bankAccount
      const ending = method
        ? `${method.paymentType} ending in ${method.accountNumberLast4Digit}`
        : ""
      return [
        { label: "Payment Amount", value: moneyText(detail.paymentAmount) },
        { label: "Paid Policy Number", value: detail.policyNumber },
        {
          label: detail.paymentType === "CREDITCARD" ? "Credit Card" : "Bank Account",
          value: ending,
        },
      ]
    }),
  ].filter(({ value }) => value !== "")
}

const registrationWords: Record<FoundCustomer["registration"], string> = {
  registered: "",
  none: "Not registered",
  reactivate: "To be registered anew",
}

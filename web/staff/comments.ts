import { createElement, type ReactNode } from "react"
import { dayInWords } from "#contracts/dates.ts"
import type { CustomerMoney, FoundCustomer } from "#contracts/staff/staff.ts"
import { Day } from "#web/brands/day.ts"
import { moneyText } from "#web/ui/text/money-text.ts"
import * as texts from "./texts.ts"

/** The name of a customer, or of the account if the account system no longer has it. */
export function shownNameOf({
  accountNumber,
  firstName,
  lastName,
}: Pick<FoundCustomer, "accountNumber"> &
  Pick<FoundCustomer["policyHolder"], "firstName" | "lastName">): string {
  const name = `${firstName} ${lastName}`.trim()
  return name === "" ? texts.accountOf(accountNumber) : name
}

/** The labeled details of a search result that have no column. */
export function commentsOf(customer: FoundCustomer): { label: string; value: ReactNode }[] {
  const { paymentConfirmationNumber, paymentDate, billingDay, paymentDetail, registration } =
    customer
  const { untoldCharges, money } = customer
  return [
    { label: texts.registration, value: registrationWords[registration] },
    ...(money ? moneyFacts(money) : []),
    { label: texts.paymentConfirmationNumber, value: paymentConfirmationNumber },
    { label: texts.paymentDate, value: paymentDate && createElement(Day, { of: paymentDate }) },
    { label: texts.billingDay, value: billingDay },
    ...paymentDetail.flatMap((detail) => {
      const method = detail.creditCard ?? detail.bankAccount
      const ending = method
        ? texts.endingIn(method.paymentType, method.accountNumberLast4Digit)
        : ""
      return [
        { label: texts.paymentAmount, value: moneyText(detail.paymentAmount) },
        { label: texts.paidPolicyNumber, value: detail.policyNumber },
        {
          label: detail.paymentType === "CREDITCARD" ? texts.creditCard : texts.bankAccount,
          value: ending,
        },
      ]
    }),
    ...untoldCharges.map(({ policyNumber, amount, chargeDate }) => ({
      label: texts.unsentChargeNotice,
      value: texts.unsentChargeNoticeOf(
        moneyText(amount),
        createElement(Day, { of: chargeDate }),
        policyNumber,
      ),
    })),
  ].filter(({ value }) => value !== "")
}

/** The facts that customers ask about most often. */
function moneyFacts({ today, pastDue, nextCharge, lastPayment }: CustomerMoney) {
  const day = (shown: string) => dayInWords(shown, today)
  const isNothing = pastDue === "0.00"
  return [
    { label: texts.pastDue, value: isNothing ? texts.nothing : moneyText(pastDue) },
    {
      label: texts.nextCharge,
      value: nextCharge
        ? texts.chargedOn(moneyText(nextCharge.amount), day(nextCharge.date))
        : texts.noAutoPay,
    },
    {
      label: texts.lastPayment,
      value: lastPayment
        ? texts.paidOn(moneyText(lastPayment.amount), day(lastPayment.date), lastPayment.status)
        : texts.noPayment,
    },
  ]
}

const registrationWords: Record<FoundCustomer["registration"], string> = {
  registered: "",
  none: texts.notRegistered,
  reactivate: texts.registerAgain,
}

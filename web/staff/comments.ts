import { createElement, type ReactElement, type ReactNode } from "react"
import { dayInWords } from "#contracts/dates.ts"
import type { CustomerMoney, FoundCustomer } from "#contracts/staff/staff.ts"
import { Day } from "#web/brands/day.ts"
import { moneyText } from "#web/ui/text/money-text.ts"
import { words } from "#web/ui/text/translate.ts"
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
  const { untoldCharges } = customer
  return [
    { label: texts.registration, value: registrationWords[registration] },
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

/** The facts that customers ask about most often, in sentences. */
export function moneySentences(money: CustomerMoney): ReactElement[] {
  const { today, pastDue, nextCharge, lastPayment } = money
  const on = ({ amount, date }: { amount: string; date: string }) =>
    [moneyText(amount), dayInWords(date, today)] as const
  return [
    pastDue === "0.00" ? texts.nothingPastDue : texts.pastDue(moneyText(pastDue)),
    nextCharge ? texts.nextCharge(...on(nextCharge)) : texts.noNextCharge,
    lastPayment
      ? texts.lastPayment(...on(lastPayment), words(lastPayment.status))
      : texts.noPayment,
  ]
}

const registrationWords: Record<FoundCustomer["registration"], string> = {
  registered: "",
  none: texts.notRegistered,
  reactivate: texts.registerAgain,
}

import { centsOf } from "#contracts/money.ts"
import { otherBillsOf } from "#contracts/payments/authorization-facts.ts"
import { bankDayText } from "#contracts/payments/bank-days.ts"
import { otherBillsText, underWayText } from "#contracts/payments/other-bills.ts"
import type { ChargeQuote } from "#contracts/payments/payment-center.ts"
import { Day, useDayText } from "#web/brands/day.ts"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import { type Fact, Facts } from "#web/ui/text/facts.tsx"
import { MarkedMoney, Money } from "#web/ui/text/money.tsx"
import * as centerTexts from "../texts.ts"
import styles from "./charge-parts.module.css"
import * as texts from "./texts.ts"

interface ChargePartsProps {
  quote: ChargeQuote
  /** The due date of the bill, if auto pay charges it on a day other than the one in `quote`. */
  dueDate?: string | undefined
  /** HTML from the account system that explains the mark of the amount due; "" without a mark. */
  disclaimer: string
  mark: string
  /** Whether the method can be charged. If so, a sentence names the day when a debit leaves. */
  isCharged: boolean
  isBankDebit: boolean
}

/** The next charge line by line. */
export function ChargeParts(props: ChargePartsProps) {
  const { quote, dueDate, disclaimer, mark, isCharged, isBankDebit } = props
  const dayText = useDayText()
  const facts = partsOf({ ...quote, dueDate: dueDate || quote.dueDate }, mark)
  const others = otherBillsText(otherBillsOf(quote), "you", dayText)
  const bankDay = isBankDebit && isAutoPayCharge(quote) ? bankDayText(quote.dueDate, dayText) : ""
  const underWay = underWayText(centsOf(quote.underWay), "you")
  return (
    <div className={styles.parts} aria-live="polite">
      <Facts facts={facts} />
      {isCharged && bankDay && <p>{bankDay}</p>}
      {underWay && <p>{underWay}</p>}
      {others && <p>{texts.otherOpenBills(others)}</p>}
      <p className={styles.note}>
        {Number(quote.adminFee) > 0 ? texts.premiumOnly : texts.noBillingFee}
      </p>
      {disclaimer && <CleanHtml className={styles.note} html={disclaimer} />}
    </div>
  )
}

/** Each line adds to the total below it. Parts of zero are left out. */
function partsOf(quote: ChargeQuote, mark: string): Fact[] {
  const { dueDate, premium, adminFee, totalPremium, adjustment, billingCredit } = quote
  const { alreadyPaid, deferredAmount } = quote
  const facts: Fact[] = []
  if (dueDate) facts.push({ label: texts.dueDate, value: <Day of={dueDate} /> })
  facts.push({ label: texts.amountDue, value: <MarkedMoney amount={premium} mark={mark} /> })
  if (Number(adminFee) > 0) {
    facts.push(
      { label: texts.billingFee, value: <Money amount={adminFee} /> },
      { label: texts.totalWithFee, value: <Money amount={totalPremium} /> },
    )
  }
  if (Number(adjustment) !== 0) {
    const value = <Reduction amount={adjustment} />
    facts.push({ label: texts.adjustment, value })
  }
  if (Number(billingCredit) !== 0) {
    facts.push({ label: texts.billingCredit, value: <Reduction amount={billingCredit} /> })
  }
  if (Number(alreadyPaid) !== 0) {
    facts.push({ label: texts.alreadyPaid, value: <Reduction amount={alreadyPaid} /> })
  }
  if (Number(deferredAmount) > 0) {
    facts.push({ label: texts.withNextBill, value: <Reduction amount={deferredAmount} /> })
  }
  if (quote.paymentAmount !== totalPremium) {
    facts.push({ label: texts.total, value: <Money amount={quote.paymentAmount} /> })
  }
  return facts
}

/** A positive amount lowers the total, so it is marked CR. */
function Reduction({ amount }: { amount: string }) {
  return (
    <>
      <Money amount={amount.replace("-", "")} />{" "}
      {Number(amount) > 0 && <span>{centerTexts.cr}</span>}
    </>
  )
}

/**
 * Whether auto pay makes the charge. False for a charge without an amount, which does not have a
 * day.
 */
function isAutoPayCharge({ isAutoPay, paymentAmount }: ChargeQuote): boolean {
  return isAutoPay === "Y" && Number(paymentAmount) > 0
}

import { ChevronDown } from "lucide"
import { useId } from "react"
import { bankDayText } from "#contracts/payments/bank-days.ts"
import type { ComingPayment, ComingPayments } from "#contracts/payments/coming-payments.ts"
import { Day, useDayText } from "#web/brands/day.ts"
import { numberLabel } from "#web/products/product/number-label.ts"
import { ProductLink } from "#web/products/product/product-link.tsx"
import { Card } from "#web/ui/card.tsx"
import type { Elements } from "#web/ui/elements.ts"
import { Icon } from "#web/ui/icon.tsx"
import { Dated } from "#web/ui/text/dated.tsx"
import { Facts } from "#web/ui/text/facts.tsx"
import { Money } from "#web/ui/text/money.tsx"
import { kept, words } from "#web/ui/text/translate.ts"
import * as texts from "../texts.ts"
import styles from "./coming-payments.module.css"
import { MonthStrip } from "./month-strip.tsx"
import { isLate, type MonthRun, runsOf } from "./months.ts"

/** Number of months that are open at first. */
const openMonths = 2

interface ComingViewProps {
  coming: ComingPayments
  /** The action for the list. */
  children: Elements
}

/** The months with their payments and totals, and notes about how certain they are. */
export function ComingView({ coming, children }: ComingViewProps) {
  const { months, products, total, until, unknown } = coming
  const dayText = useDayText()
  const payments = months.flatMap((month) => month.payments)
  if (months.length === 0) return <Card>{texts.none}</Card>
  return (
    <>
      <div className={styles.notes}>
        <p className={styles.total}>
          <Dated text={texts.until(dayText(until))} />{" "}
          <strong>
            <Money amount={total} />
          </strong>{" "}
          <span>{texts.inAll}</span>
        </p>
        {payments.some(({ isPastDue, paidBy }) => isPastDue === "Y" && paidBy === "customer") && (
          <p>{texts.aboutLate}</p>
        )}
      </div>
      <MonthStrip months={months} />
      {children}
      <Card className={styles.months}>
        {runsOf(months, openMonths).map((run, index) => (
          <Run key={run.title} run={run} isOpen={index < openMonths} />
        ))}
      </Card>
      <details className={styles.month}>
        <summary>{texts.byProduct}</summary>
        <Card>
          <Facts
            facts={products.map(({ productDesc, policyNumber, total: sum, ...named }) => ({
              label: kept`${words(`${productDesc}, ${numberLabel(named).toLowerCase()}`)} ${policyNumber}`,
              value: <Money amount={sum} />,
            }))}
          />
        </Card>
      </details>
      <div className={styles.notes}>
        {payments.some(({ isEstimate }) => isEstimate === "Y") && <p>{texts.aboutEstimates}</p>}
        {unknown.length > 0 && (
          <>
            <p>{texts.aboutUnknown}</p>
            <ul>
              {unknown.map(({ productDesc, policyNumber }) => (
                <li key={policyNumber}>{productDesc}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </>
  )
}

/** A row with the amount at its end, which opens the payments below it. */
function Run({ run: { title, total, months }, isOpen }: { run: MonthRun; isOpen: boolean }) {
  const id = useId()
  const isPastDue = months.some(isLate)
  return (
    <details className={styles.run} open={isOpen}>
      <summary>
        <Icon of={ChevronDown} size={20} />
        <h3 className={styles.title} id={id}>
          <span>{title}</span>
          <span className={isPastDue ? styles.late : styles.sum}>
            <Money amount={total} />
            {months.length > 1 && <span>{texts.eachMonth}</span>}
          </span>
        </h3>
      </summary>
      <ul className={styles.payments} aria-labelledby={id}>
        {months
          .flatMap(({ payments }) => payments)
          .map((payment) => (
            <li key={`${payment.policyNumber} ${payment.date} ${payment.paidBy}`}>
              <Payment payment={payment} />
            </li>
          ))}
      </ul>
    </details>
  )
}

function Payment({ payment }: { payment: ComingPayment }) {
  const dayText = useDayText()
  return (
    <div className={styles.payment}>
      <Day className={styles.date} of={payment.date} />
      <div className={styles.what}>
        <ProductLink product={payment} />
        <p>{howOf(payment)}</p>
        {payment.isBankDebit === "Y" && (
          <p className={styles.soft}>
            <Dated text={bankDayText(payment.date, dayText)} />
          </p>
        )}
      </div>
      <div className={styles.amount}>
        <Money amount={payment.amount} />
        {payment.isEstimate === "Y" && <p className={styles.soft}>{texts.estimate}</p>}
      </div>
    </div>
  )
}

function howOf({ paidBy, paymentMethod, isSkipped }: ComingPayment): string {
  if (paidBy === "autopay") return texts.byAutoPay(paymentMethod)
  if (paidBy === "combinedbill") return texts.byCombinedBill
  return isSkipped === "Y" ? texts.skipped : texts.byCustomer
}

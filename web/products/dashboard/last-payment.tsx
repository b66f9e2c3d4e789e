import { useQuery } from "@tanstack/react-query"
import { dayInWords, daysBetween } from "#contracts/dates.ts"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { PastPayment } from "#contracts/payments/payment-history.ts"
import { customerBody } from "#contracts/products/customer-body.ts"
import { screens } from "#contracts/screens.ts"
import { useClient } from "#web/brands/init.ts"
import { call } from "#web/calls/api.ts"
import { Dated } from "#web/ui/text/dated.tsx"
import { moneyText } from "#web/ui/text/money-text.ts"
import { TextLink } from "#web/ui/text/text-link.tsx"
import { sumOf } from "../product/amount-of-badge.ts"
import * as texts from "../texts.ts"
import styles from "./hero.module.css"

/** The newest payment that was made. */
export interface MadePayment extends PastPayment {
  /** The sum of all payments that a bank can still return; "0.00" without one. */
  onItsWay: string
}

interface LastPaymentProps {
  last: MadePayment | undefined
  /** The client's day, as MM/DD/YYYY. */
  today: string
}

const made: readonly PastPayment["paymentStatus"][] = ["pending", "accepted", "settled"]

/** Days for which a payment is stated beside another amount that is due. */
const recentDays = 7

/** The newest payment that was made; undefined without one, or if loading fails. */
export function useLastPayment(user: StoredUser) {
  const { client } = useClient()
  const { data, isLoading } = useQuery({
    queryKey: ["payment-history"],
    queryFn: ({ signal }) =>
      call("POST /myaccount-core/paymentHistory", customerBody(user, client), { signal }),
    staleTime: 0,
  })
  const payments = data?.payments ?? []
  const last = payments.find(({ paymentStatus }) => made.includes(paymentStatus))
  const pending = payments.filter(({ paymentStatus }) => paymentStatus === "pending")
  const onItsWay = sumOf(pending.map(({ paymentAmount: amount }) => ({ amount })))
  return { last: last && { ...last, onItsWay }, isLoading }
}

/** The newest payment and its receipt. */
export function LastPayment({ last, today }: LastPaymentProps) {
  return last ? <Made payment={last} today={today} /> : null
}

/** The newest payment, beside another amount that is due. Renders nothing if it is an old one. */
export function RecentPayment({ last, today }: LastPaymentProps) {
  if (!last) return null
  if (last.onItsWay !== "0.00") return <p>{`${texts.onItsWay(moneyText(last.onItsWay))}.`}</p>
  if (daysBetween(last.paymentDate, today) > recentDays) return null
  return <Made payment={last} today={today} />
}

function Made({ payment, today }: { payment: PastPayment; today: string }) {
  const { paymentAmount, paymentDate, hasReceipt, confirmationNumber } = payment
  const when = paymentDate === today ? texts.today : texts.onDay(dayInWords(paymentDate, today))
  return (
    <p className={styles.soft}>
      <Dated text={texts.lastPayment(moneyText(paymentAmount), when)} />{" "}
      {hasReceipt === "Y" && (
        <TextLink href={`${screens.paymentHistory.path}#${confirmationNumber}`}>
          {texts.receipt}
        </TextLink>
      )}
    </p>
  )
}

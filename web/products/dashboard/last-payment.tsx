import { useQuery } from "@tanstack/react-query"
import { dayInWords } from "#contracts/dates.ts"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { PastPayment } from "#contracts/payments/payment-history.ts"
import { customerBody } from "#contracts/products/customer-body.ts"
import { screens } from "#contracts/screens.ts"
import { useClient } from "#web/brands/init.ts"
import { call } from "#web/calls/api.ts"
import { Skeleton } from "#web/ui/skeleton.tsx"
import { Dated } from "#web/ui/text/dated.tsx"
import { moneyText } from "#web/ui/text/money-text.ts"
import { TextLink } from "#web/ui/text/text-link.tsx"
import * as texts from "../texts.ts"
import styles from "./hero.module.css"

interface LastPaymentProps {
  user: StoredUser
  /** The client's day, as MM/DD/YYYY. */
  today: string
}

const made: readonly PastPayment["paymentStatus"][] = ["pending", "accepted", "settled"]

/** The newest payment and its receipt. Renders nothing without one, or if loading fails. */
export function LastPayment({ user, today }: LastPaymentProps) {
  const { client } = useClient()
  const { data, isLoading } = useQuery({
    queryKey: ["payment-history"],
    queryFn: ({ signal }) =>
      call("POST /myaccount-core/paymentHistory", customerBody(user, client), { signal }),
    staleTime: 0,
  })
  if (isLoading) return <Skeleton shape="short-line" />
  const last = data?.payments.find(({ paymentStatus }) => made.includes(paymentStatus))
  if (!last) return null
  const { paymentAmount, paymentDate, hasReceipt, confirmationNumber } = last
  if (last.paymentStatus === "pending") {
    return <p>{texts.canBeReturned(texts.onItsWay(moneyText(paymentAmount)))}</p>
  }
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

import { useQuery } from "@tanstack/react-query"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { PlannedCharge } from "#contracts/payments/payment-center.ts"
import { noAutoPayRecordId } from "#contracts/payments/payment-method-rules.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { useClient } from "#web/brands/init.ts"
import { call } from "#web/calls/api.ts"
import { customerBody } from "#web/identity/session/customer-body.ts"
import { Money } from "#web/ui/text/money.tsx"
import { moneyText } from "#web/ui/text/money-text.ts"
import styles from "./next-charge.module.css"
import * as texts from "./texts.ts"

/** The next charge of auto pay and the last covered day of a product, as far as they are known. */
export interface Planned {
  charge?: PlannedCharge | undefined
  /** MM/DD/YYYY */
  coveredUntil?: string | undefined
}

/** Finds by policy number what is planned. It is empty while nothing is known. */
export function usePlanned(user: StoredUser, products: readonly Product[]) {
  const { client } = useClient()
  const { data } = useQuery({
    queryKey: ["nextCharges"],
    queryFn: ({ signal }) =>
      call("POST /myaccount-core/nextCharges", customerBody(user, client), { signal }),
    enabled: products.some((product) => isOnAutoPay(product) || Number(product.amountDue) > 0),
    staleTime: 0,
  })
  return (policyNumber: string): Planned => ({
    charge: data?.nextCharges.find((one) => one.policyNumber === policyNumber),
    coveredUntil: data?.coverage.find((one) => one.policyNumber === policyNumber)?.coveredUntil,
  })
}

export function isOnAutoPay({ currentPaymentMethodRecordId }: Product): boolean {
  return currentPaymentMethodRecordId !== noAutoPayRecordId
}

/** The next charge of auto pay: amount, day, method, and the parts that need an explanation. */
export function NextCharge({ charge }: { charge: PlannedCharge }) {
  const { paymentAmount, dueDate, paymentMethod } = charge
  return (
    <div className={styles.charge}>
      <p>
        {texts.nextCharge}{" "}
        <strong>
          <Money amount={paymentAmount} />
        </strong>{" "}
        {texts.on} <time>{dueDate}</time>
        {texts.by(paymentMethod)}
      </p>
      <ChargeNotes charge={charge} />
    </div>
  )
}

/** Says which part of a charge was carried from earlier bills, and which part waits for the next bill. */
export function ChargeNotes({ charge }: { charge: PlannedCharge }) {
  const { carriedAmount, deferredAmount } = charge
  return (
    <>
      {Number(carriedAmount) > 0 && (
        <p className={styles.note}>{texts.carried(moneyText(carriedAmount))}</p>
      )}
      {Number(deferredAmount) > 0 && (
        <p className={styles.note}>{texts.deferred(moneyText(deferredAmount))}</p>
      )}
    </>
  )
}

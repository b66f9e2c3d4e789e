import { isBefore } from "#contracts/dates.ts"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { PaymentReply } from "#contracts/payments/pay-now.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { useClient } from "#web/brands/init.ts"
import { csUserid } from "#web/identity/session/session.ts"
import { sumOf } from "#web/products/product/amount-of-badge.ts"
import { CoverageEnd } from "#web/products/product/coverage.tsx"
import { numberLabel } from "#web/products/product/number-label.ts"
import { debitText, endOfCoverage } from "#web/products/product/planned.ts"
import { onItsWay, paidThrough } from "#web/products/texts.ts"
import { Button } from "#web/ui/button.tsx"
import { Dialog, DialogActions } from "#web/ui/dialog.tsx"
import { Success } from "#web/ui/success.tsx"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import { CopyButton } from "#web/ui/text/copy-button.tsx"
import { type Fact, Facts } from "#web/ui/text/facts.tsx"
import { momentText } from "#web/ui/text/moment-text.ts"
import { moneyText } from "#web/ui/text/money-text.ts"
import { ReceiptPdf } from "../../receipt-pdf.tsx"
import * as texts from "../texts.ts"
import type { NewCoverage } from "./new-coverage.ts"
import { NextPayment } from "./next-payment.tsx"
import styles from "./payment-successful.module.css"
import { useReceiptAddress } from "./receipt-address.ts"

interface PaymentSuccessfulProps extends Omit<PaidProps, "standing"> {
  /** Absent until the payment is accepted. */
  standing: PaymentReply | undefined
}

export function PaymentSuccessful({ standing, ...rest }: PaymentSuccessfulProps) {
  return (
    <Dialog
      open={standing !== undefined}
      title={texts.paymentSuccessful}
      onClose={rest.onClose}
      endsScreen
    >
      {standing && <Paid standing={standing} {...rest} />}
    </Dialog>
  )
}

interface PaidProps {
  standing: PaymentReply
  user: StoredUser
  product: Product
  coverage: NewCoverage
  /** The client's day, as MM/DD/YYYY. */
  today: string
  originScreen: string
  /** Opens the payment of another product. */
  onNext: (product: Product) => void
  onClose: () => void
}

function Paid(props: PaidProps) {
  const { standing, user, product, today, onNext, onClose } = props
  const { confirmationNumber, mayBeReturned, messages } = standing
  const address = useReceiptAddress(user)
  return (
    <div className={styles.content}>
      <Success large>
        <p className={styles.amount}>{amountText(standing)}</p>
        {messages.map(({ messageId, content }) => (
          <CleanHtml key={messageId} html={content.join("<br>")} />
        ))}
        <div className={styles.number}>
          <p>
            {texts.confirmationNumber}
            <strong translate="no">{confirmationNumber}</strong>
          </p>
          <div className={styles.papers}>
            <CopyButton
              text={confirmationNumber}
              what={texts.confirmationNumber.toLowerCase()}
              beneath
            />
            <ReceiptPdf confirmationNumber={confirmationNumber} paymentDate={today} look="quiet" />
          </div>
        </div>
      </Success>
      <PaymentFacts {...props} />
      {mayBeReturned === "Y" && <p>{debitText(texts.bankCanReturn, props.coverage.planned)}</p>}
      {address && <p className={styles.soft}>{texts.emailingReceipt(address)}</p>}
      <DialogActions summary="">
        <Button onClick={onClose}>{texts.done}</Button>
        <NextPayment
          user={user}
          paid={product.policyNumber}
          originScreen={props.originScreen}
          onNext={onNext}
        />
      </DialogActions>
    </div>
  )
}

function amountText({ paymentStatus, paymentAmount }: PaymentReply): string {
  const amount = moneyText(paymentAmount)
  if (paymentStatus === "pending") return onItsWay(amount)
  return csUserid() === undefined ? texts.youPaid(amount) : texts.wasPaid(amount)
}

function PaymentFacts({ standing, product, coverage, today }: PaidProps) {
  const { timeZone } = useClient()
  const { paymentMethod, paidAt } = standing
  const facts: Fact[] = [
    { label: texts.paidWith, value: paymentMethod },
    {
      label: texts.paidFor,
      value: (
        <>
          <span>{`${product.productDesc}, ${numberLabel(product).toLowerCase()}`}</span>{" "}
          <span translate="no">{product.policyNumber}</span>
        </>
      ),
    },
    { label: texts.time, value: momentText(paidAt, today, timeZone) },
  ]
  return (
    <Facts facts={[...facts, ...coverageFact(coverage, isAllPaid(product, standing), today)]} />
  )
}

function isAllPaid({ dueAmounts }: Product, { paymentAmount }: PaymentReply): boolean {
  return sumOf(dueAmounts) === paymentAmount
}

/** Keeps its place while the account system posts the payment. Empty if no end is known. */
function coverageFact({ stage, planned }: NewCoverage, isPaidUp: boolean, today: string): Fact[] {
  const end = endOfCoverage(planned)
  if (stage === "reading") return [{ label: texts.coveredUntil, value: texts.coverageReading }]
  if (stage === "unstated") return [{ label: texts.coveredUntil, value: texts.coverageAtHome }]
  if (end === "" || isBefore(end, today)) return []
  const isPaidThrough = stage === "after" && isPaidUp && !planned.graceUntil
  const label = isPaidThrough ? paidThrough : texts.coveredUntil
  return [{ label, value: <CoverageEnd planned={planned} /> }]
}

import { useEffect, useRef } from "react"
import type { Message } from "#contracts/messages.ts"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import { payNowOf } from "#contracts/products/display-style-rules.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { screenTitle } from "#web/app/page-title.ts"
import CallHelp from "#web/brands/call-help.tsx"
import { HelpLine } from "#web/brands/help-line.tsx"
import { messagesOf } from "#web/calls/api.ts"
import { AmountNote } from "#web/products/product/amount-note.tsx"
import type { Planned } from "#web/products/product/planned.ts"
import { NotificationArea } from "#web/shell/notifications/notification-area.tsx"
import { Alert } from "#web/ui/alert.tsx"
import { Button } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { showMessage } from "#web/ui/focus/show-message.ts"
import { LoadingText, Skeleton } from "#web/ui/skeleton.tsx"
import { methodProblem } from "../../method-option.ts"
import { Checking } from "../checking/checking.tsx"
import type { Outcome } from "../checking/watch-outcome.ts"
import { Confirming } from "../confirming.tsx"
import styles from "../pay-now.module.css"
import * as texts from "../texts.ts"
import type { Submission } from "../use-submission.ts"
import { AmountBreakdown } from "./amount-breakdown.tsx"
import { AmountChoice } from "./amount-choice.tsx"
import { MethodChoice } from "./method-choice.tsx"
import { ProductBlock } from "./product-block.tsx"

interface PayNowViewProps {
  product: Product
  planned: Planned
  /** The client's day, as MM/DD/YYYY; "" while loading. */
  today: string
  /** Undefined while loading. */
  methods: readonly PaymentMethod[] | undefined
  /** The number of methods that the person has added on this screen. */
  additions: number
  /** The messages about the method that the person has saved on this screen. */
  saved: readonly Message[]
  method: PaymentMethod | undefined
  /** Whether `product` was read from the account system for this screen. */
  isFresh: boolean
  /** Whether the product's open payment is an auto pay charge. */
  isAutoPayOpen: boolean
  error: Error | null
  submission: Submission
  /** The entire amount owed, then parts of it. Empty while loading. */
  payable: readonly string[]
  /** The chosen amount from `payable`. */
  amount: string
  onChooseAmount: (amount: string) => void
  onChoose: (recordId: string) => void
  onAdd: () => void
  onEdit: (method: PaymentMethod) => void
  onSubmit: () => void
  onCheckAgain: () => void
  onSettle: (key: string, outcome: Outcome) => void
  onRetry: () => void
  onBack: () => void
}

export function PayNowView(props: PayNowViewProps) {
  const { product, submission, isAutoPayOpen } = props
  return (
    <div className={styles.page}>
      <h1>{screenTitle("payNow")}</h1>
      <Card className={styles.pay}>
        <ProductBlock product={product} />
        {submission.stage === "confirming" ? (
          <Confirming
            key={submission.key}
            idempotencyKey={submission.key}
            onOutcome={(outcome) => props.onSettle(submission.key, outcome)}
          />
        ) : submission.stage === "checking" ? (
          <Checking
            isWaiting={submission.isWaiting}
            isCutOff={submission.isCutOff}
            autoPay={isAutoPayOpen ? product : null}
            onCheckAgain={props.onCheckAgain}
            onBack={props.onBack}
          />
        ) : (
          <PaymentForm {...props} />
        )}
        <div className={styles.notes}>
          <AmountNote product={product} />
          {product.showPaymentAmountBreakdown === "Y" && (
            <AmountBreakdown info={product.paymentInfo} />
          )}
          <HelpLine />
        </div>
      </Card>
    </div>
  )
}

const none: readonly Message[] = []

function PaymentForm(props: PayNowViewProps) {
  const { product, methods, method, isFresh, error, submission, onBack } = props
  const payNow = payNowOf(product)
  const isPayable = payNow.disable === "N" && product.paymentAction.submitPayment.disable === "N"
  const isBlocked = isFresh && !isPayable
  const problem = methodProblem(method)
  const isLoaded = isFresh && methods !== undefined
  const outcome = submission.stage === "choosing" ? submission.messages : none
  const messages = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (outcome.length > 0) return showMessage(messages.current)
  }, [outcome])
  const actions = useRef<HTMLDivElement>(null)
  // The person who has added a method sees it and the button that pays with it.
  const { additions } = props
  useEffect(() => {
    if (additions > 0) actions.current?.scrollIntoView({ block: "nearest" })
  }, [additions])
  const isPaidBefore = outcome.some(({ messageId }) => messageId === "payment.billPaid")
  return (
    <>
      <div role="alert" className={styles.messages} ref={messages} tabIndex={-1}>
        {outcome.map(({ messageId, type, content }) => (
          <Alert key={messageId} tone={type === "INFO" ? "info" : "warning"} content={content} />
        ))}
        <CallHelp messages={outcome} />
        {error && !isLoaded && (
          <Alert tone="warning" content={messagesOf(error).flatMap(({ content }) => content)} />
        )}
        {problem && !isBlocked && <Alert tone="warning" content={[problem]} />}
      </div>
      <Choices {...props} {...{ isBlocked, isLoaded, isPaidBefore }} />
      <div className={styles.actions} ref={actions}>
        {error && !isLoaded ? (
          <Button onClick={props.onRetry}>{texts.tryAgain}</Button>
        ) : (
          !isBlocked &&
          methods?.length !== 0 && (
            <Button disabled={!isLoaded || !method || problem !== ""} onClick={props.onSubmit}>
              {texts.submitPayment}
            </Button>
          )
        )}
        <Button look="secondary" onClick={onBack}>
          {texts.goBack}
        </Button>
      </div>
    </>
  )
}

interface ChoicesProps extends PayNowViewProps {
  isBlocked: boolean
  isLoaded: boolean
  isPaidBefore: boolean
}

/** The choice of amount and method, or the reason why nothing can be paid now. */
function Choices({ isBlocked, isLoaded, isPaidBefore, ...props }: ChoicesProps) {
  if (isBlocked) {
    return (
      <>
        <AmountChoice {...props} payable={[]} />
        {
          // The error asks the person to call, but the reason of the block asks them to look again
          // later.
          !isPaidBefore && <p className={styles.blocked}>{payNowOf(props.product).message}</p>
        }
      </>
    )
  }
  if (!isLoaded) return !props.error && <FormLoading />
  return (
    <>
      <AmountChoice {...props} />
      <div>
        <NotificationArea messages={props.saved} />
        <MethodChoice {...props} />
      </div>
    </>
  )
}

/** As high as the form with one amount. */
function FormLoading() {
  return (
    <div>
      <LoadingText text={texts.loadingPayment} />
      <Skeleton shape="title" />
      <Skeleton shape="short-line" />
      <Skeleton shape="button" />
    </div>
  )
}

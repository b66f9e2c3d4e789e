import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { Message } from "#contracts/messages.ts"
import { centsOf } from "#contracts/money.ts"
import {
  authorizedAccount,
  authorizedProduct,
  payNowFacts,
} from "#contracts/payments/authorization-facts.ts"
import type { PayNowData } from "#contracts/payments/pay-now.ts"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import { customerBody } from "#contracts/products/customer-body.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { screens } from "#contracts/screens.ts"
import { navigate } from "#web/app/location.ts"
import { Redirect } from "#web/app/redirect.tsx"
import { useClient } from "#web/brands/init.ts"
import { call } from "#web/calls/api.ts"
import { saveInHistory } from "#web/forms/history-state.ts"
import { useUser } from "#web/identity/session/session.ts"
import { type Planned, usePlanned } from "#web/products/product/planned.ts"
import { clearNotifications } from "#web/shell/notifications/notifications.ts"
import { leaveDialogs } from "#web/ui/dialog-history.ts"
import { keepFocus } from "#web/ui/focus/keep-focus.ts"
import { AuthorizationDialog } from "../authorization-dialog.tsx"
import PaymentMethodDialog from "../methods/payment-method-dialog.tsx"
import { useRenewedText } from "../use-renewed-text.ts"
import { firstAmount, firstChoice } from "./form/method-rule.ts"
import { PayNowView } from "./form/pay-now-view.tsx"
import { usePayNowData } from "./pay-now-data.ts"
import { type Choice, keepChoice, type PayNowState, readPayNow } from "./pay-now-state.ts"
import { useNewCoverage } from "./successful/new-coverage.ts"
import { PaymentSuccessful } from "./successful/payment-successful.tsx"
import * as texts from "./texts.ts"
import { useSubmission } from "./use-submission.ts"

/** Pays the amount due for the product that was selected on the previous screen. */
export default function PayNow() {
  const user = useUser()
  const [state, setState] = useState(readPayNow)
  if (!state) return <Redirect to={screens.paymentCenter.path} />

  /** Pays another product in the same history entry, so that Back leads to the previous screen. */
  function pay(selectedProduct: Product) {
    if (!state) return
    const next = { ...state, selectedProduct, choice: undefined, payment: undefined }
    saveInHistory(next)
    setState(next)
  }
  const { policyNumber } = state.selectedProduct
  return user && <PayNowOf key={policyNumber} user={user} state={state} onNext={pay} />
}

interface PayNowOfProps {
  user: StoredUser
  state: PayNowState
  onNext: (product: Product) => void
}

function PayNowOf({ user, state, onNext }: PayNowOfProps) {
  const { client } = useClient()
  const renewedText = useRenewedText()
  const { policyNumber } = state.selectedProduct
  const customer = customerBody(user, client)
  const data = usePayNowData(user, policyNumber, state.originScreen)
  const saved = useQuery({
    queryKey: ["paymentMethods", "paynow"],
    queryFn: ({ signal }) => {
      const body = { ...customer, addPaymentMethodFrom: "paynow" as const }
      return call("POST /myaccount-core/paymentMethods", body, { signal })
    },
    staleTime: 0,
  })
  const [choice, setChoice] = useState(state.choice ?? {})
  /** The dialog's method; `{}` while it adds one; null while it is closed. */
  const [entering, setEntering] = useState<{ method?: PaymentMethod } | null>(null)

  const [additions, setAdditions] = useState(0)
  const [messages, setMessages] = useState<readonly Message[]>([])

  const product = data.data?.activeProducts[0] ?? state.selectedProduct
  const { submission, ask, decline, agree, checkAgain, settle } = useSubmission(
    data.data?.openPayment?.idempotencyKey,
  )
  const isPaid = submission.stage === "paid"
  const planned = usePlanned(user, true)(policyNumber)
  const [coverageAtSubmission, setCoverageAtSubmission] = useState<Planned>({})
  const coverage = useNewCoverage(submission, coverageAtSubmission)
  const payable = data.data?.payableAmounts ?? []
  const amount =
    payable.find((one) => one === choice.amount) ??
    (data.data && firstAmount(data.data)) ??
    product.amountDue
  const methods = saved.data?.paymentMethods ?? []
  const methodOf = (recordId?: string) =>
    methods.find(({ paymentRecordId }) => paymentRecordId === recordId)
  const method = methodOf(choice.recordId) ?? methodOf(firstChoice(methods, product))

  const facts = method && data.data && factsOf(method, data.data)
  function factsOf(by: PaymentMethod, { authorizationReader, currentDate }: PayNowData) {
    const amountDue = centsOf(amount)
    const account = authorizedAccount(by)
    return {
      ...payNowFacts(authorizedProduct(product), account, amountDue, authorizationReader),
      currentDate,
    }
  }

  function choose(chosen: Choice) {
    const next = { ...choice, ...chosen }
    setChoice(next)
    keepChoice(next)
  }

  async function pay(key: string, version: string) {
    if (!method) return
    const body = {
      ...customer,
      hostName: location.hostname,
      totalPaymentAmount: amount,
      paymentMethod: method.paymentMethodHeader,
      productName: product.productDesc,
      paymentType: method.creditCard ? "CREDITCARD" : "BANKACCOUNT",
      lastFourDigit: authorizedAccount(method).lastFour,
      authorizationVersion: version,
      paymentDetails: [
        {
          accountNumber: user.accountNumber,
          policyNumber,
          paymentAmount: amount,
          paymentMethodRecordId: method.paymentRecordId,
        },
      ],
    }
    try {
      await agree(key, body)
    } catch (error) {
      // The dialog stays open with the new text, which the server compares again.
      await data.refetch()
      throw error
    }
  }

  return (
    <div ref={keepFocus}>
      <PayNowView
        product={product}
        planned={planned}
        today={data.data?.currentDate ?? ""}
        methods={saved.data?.paymentMethods}
        additions={additions}
        saved={messages}
        method={method}
        isFresh={data.data !== undefined}
        isAutoPayOpen={data.data?.openPayment?.isAutoPay === "Y"}
        error={data.error ?? saved.error}
        submission={submission}
        payable={payable}
        amount={amount}
        onChooseAmount={(chosen) => choose({ amount: chosen })}
        onChoose={(recordId) => choose({ recordId })}
        onAdd={() => setEntering({})}
        onEdit={(edited) => setEntering({ method: edited })}
        onSubmit={() => {
          clearNotifications()
          setMessages([])
          setCoverageAtSubmission(planned)
          if (method) ask(`${amount} ${method.paymentRecordId}`)
        }}
        onCheckAgain={checkAgain}
        onSettle={settle}
        onRetry={() => void Promise.all([data.refetch(), saved.refetch()])}
        onBack={goBack}
      />
      <PaymentMethodDialog
        open={entering !== null}
        method={entering?.method}
        origin="paynow"
        onClose={() => setEntering(null)}
        onSaved={([first], received) => {
          // A new method comes first in the list, and the person wants to pay with it.
          if (!entering?.method) {
            choose({ recordId: first?.paymentRecordId })
            setAdditions(additions + 1)
          }
          setEntering(null)
          clearNotifications()
          setMessages(received)
        }}
      />
      <AuthorizationDialog
        asked={submission.stage === "asking" && facts ? { kind: "pay-now", facts } : null}
        more={renewedText(method)}
        busy={texts.sendingYourPayment}
        onAgree={async (version) => {
          if (submission.stage === "asking") await pay(submission.key, version)
        }}
        onDecline={decline}
      />
      <PaymentSuccessful
        standing={isPaid ? submission.standing : undefined}
        user={user}
        product={product}
        coverage={coverage}
        today={data.data?.currentDate ?? ""}
        originScreen={state.originScreen}
        onNext={onNext}
        onClose={goBack}
      />
    </div>
  )
}

/** Returns to the previous screen. A tab that opened directly on this screen does not have one. */
async function goBack() {
  await leaveDialogs()
  if (history.length > 1) history.back()
  else navigate(screens.paymentCenter.path, { replace: true })
}

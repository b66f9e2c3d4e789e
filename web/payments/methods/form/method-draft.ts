import type { BodyOf } from "#contracts/endpoint.ts"
import type { Endpoints } from "#contracts/endpoints.ts"
import { type CardType, cardTypes } from "#contracts/payments/payment-method-rules.ts"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import type { ConnectedBank, FrameName, FrameState } from "../../fields/contract.ts"

/**
 * The fields of the form. Numbers of a bank account are stored only here, while the form is open.
 */
export interface MethodDraft {
  kind: "card" | "bank"
  holder: string
  cardType: CardType | ""
  /** Whether the person chose the type, which otherwise follows from the number. */
  isTypeChosen: boolean
  /** The state of the frames of a new card. Each change of their text makes a new draft. */
  frames: Record<FrameName, FrameState>
  /** Two digits, 01 to 12. Only of a saved card. */
  month: string
  year: string
  bankType: "C" | "S"
  routing: string
  routingAgain: string
  account: string
  accountAgain: string
  /** How a new bank account is entered. */
  bankEntry: "instant" | "typed"
  /** The account that the customer chose at their bank. */
  connected: ConnectedBank | null
  addressLine1: string
  addressLine2: string
  addressLine3: string
  city: string
  state: string
  zip: string
  remember: boolean
}
export type DraftField = keyof MethodDraft

const emptyFrame: FrameState = {
  isEmpty: true,
  isComplete: false,
  isInvalid: false,
  isPast: false,
  cardType: "",
}

export const emptyDraft: MethodDraft = {
  kind: "card",
  holder: "",
  cardType: "",
  isTypeChosen: false,
  frames: { number: emptyFrame, expiration: emptyFrame, code: emptyFrame },
  month: "",
  year: "",
  bankType: "C",
  routing: "",
  routingAgain: "",
  account: "",
  accountAgain: "",
  bankEntry: "typed",
  connected: null,
  addressLine1: "",
  addressLine2: "",
  addressLine3: "",
  city: "",
  state: "",
  zip: "",
  remember: true,
}

/** The draft of a saved method, with masked numbers. */
export function draftOf({ cardHolderName, address, creditCard, bankAccount }: PaymentMethod) {
  const { addressLine1, addressLine2, addressLine3, cityName, stateCode, zipCode } = address
  const [month = "", year = ""] = (creditCard?.expirationDate ?? "").split("/")
  const draft: MethodDraft = {
    ...emptyDraft,
    kind: creditCard ? "card" : "bank",
    holder: cardHolderName,
    cardType: creditCard?.paymentType ?? "",
    month,
    year,
    bankType: bankAccount?.paymentType === "Savings" ? "S" : "C",
    routing: bankAccount?.maskedRoutingNumber ?? "",
    account: bankAccount?.accountNumber ?? "",
    addressLine1,
    addressLine2,
    addressLine3,
    city: cityName,
    state: stateCode,
    zip: zipCode,
  }
  return draft
}

type AddBody = BodyOf<Endpoints["POST /myaccount-core/paymentMethod"]>
type UpdateBody = BodyOf<Endpoints["PUT /myaccount-core/paymentMethod"]>

interface From {
  username: string
  /** The customer's email address in the session. */
  email: string
  /** Whether the person is adding the method for a payment. */
  isFromPayNow: boolean
  loginIp: string
}

/** The body of the call that adds a method. `token` is the gateway's token for the number. */
export function addBodyOf(draft: MethodDraft, token: string, from: From): AddBody {
  return draft.kind === "card"
    ? { ...cardBody(draft, from), expirationDate: "", cardNumber: token }
    : { ...bankBody(draft, from), accountNumber: token }
}

export function updateBodyOf(draft: MethodDraft, paymentRecordId: string, from: From): UpdateBody {
  const expirationDate = `${draft.month}/${draft.year}`
  return draft.kind === "card"
    ? { ...cardBody(draft, from), expirationDate, cardNumber: "", paymentRecordId }
    : { ...bankBody(draft, from), accountNumber: "", paymentRecordId }
}

function cardBody(draft: MethodDraft, from: From) {
  return {
    ...commonBody(draft, from),
    isCreditCard: true as const,
    isBankAccount: false as const,
    cardType: cardTypes.find(({ code }) => code === draft.cardType)?.code ?? "VS",
    methodType: "CreditCard" as const,
    creditCardSecurityCode: "" as const,
  }
}

function bankBody(draft: MethodDraft, from: From) {
  const isChecking = draft.bankType === "C"
  return {
    ...commonBody(draft, from),
    isCreditCard: false as const,
    isBankAccount: true as const,
    isCheckingAccount: isChecking,
    isSavingAccount: !isChecking,
    nameOnAccount: draft.holder,
    originalRoutingNumber: "" as const,
    paymentType: draft.bankType,
    methodType: isChecking ? ("Checking" as const) : ("Savings" as const),
  }
}

function commonBody(draft: MethodDraft, { username, email, isFromPayNow, loginIp }: From) {
  const { holder, addressLine1, addressLine2, addressLine3, city, state, zip } = draft
  return {
    username,
    cardHolderName: holder,
    addressLine1,
    addressLine2,
    addressLine3,
    city,
    state,
    zipCode: zip,
    customerEmail: email,
    customerLoginIp: loginIp,
    ...(isFromPayNow && {
      addPaymentMethodFrom: "paynow" as const,
      rememberPaymentMethod: draft.remember ? ("Y" as const) : ("N" as const),
    }),
  }
}

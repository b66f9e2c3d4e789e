import { authorizedInstitution } from "#contracts/payments/authorization-facts.ts"
import { cardTypeName, defaultBillingMethodCode } from "#contracts/payments/payment-method-rules.ts"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import { shownDate } from "#platform/text/dates.ts"
import { listed } from "#platform/text/words.ts"
import { yesNo } from "#platform/text/yes-no.ts"
import type { NewMethod } from "#ports/payment-gateway/port.ts"
import { isExpired } from "./card-expiry.ts"
import type { NamedMethod, PaymentMethodRow } from "./payment-methods.store.ts"

/**
 * The label, "VISA ending in 4242" or "Checking ending in 6789". A card network can change the
 * number.
 */
export function methodHeader({ kind, cardType, bankType, lastFour }: NamedMethod): string {
  const name = kind === "card" ? cardTypeName(cardType) : bankTypeName(bankType)
  return `${name} ending in ${lastFour}`
}

/** Bank or card company for authorization texts; the kind of card or account if it has no name. */
export function institutionOf(method: NamedMethod & Pick<PaymentMethodRow, "institution">): string {
  const { institution, kind, cardType, bankType } = method
  return institution || (kind === "card" ? cardTypeName(cardType) : bankTypeName(bankType))
}

/** The institution as an authorization shows it. */
export function authorizedInstitutionOf(method: Parameters<typeof institutionOf>[0]): string {
  const bankType = method.kind === "bank" ? bankTypeName(method.bankType) : undefined
  return authorizedInstitution(institutionOf(method), bankType)
}

function bankTypeName(bankType: "C" | "S" | ""): "Checking" | "Savings" {
  return bankType === "S" ? "Savings" : "Checking"
}

/** The business day in the format of replies. */
export function currentDateOf(today: Temporal.PlainDate): string {
  return shownDate(today.toString())
}

interface View {
  today: Temporal.PlainDate
  /** Why this session cannot change anything; "" if it can. */
  blocked: string
  /** Names of the products whose auto pay uses the method. */
  onAutoPay: readonly string[]
  /** The reason of a blocked method, as a clause; "" for all others. */
  why: string
}

/** A method as the screens show it. */
export function paymentMethodOf(method: PaymentMethodRow, view: View): PaymentMethod {
  const { addressLine1, addressLine2, addressLine3, cityName, stateCode, zipCode } = method
  const expired = isExpired(method, view.today)
  const option = { disable: yesNo(view.blocked !== ""), message: view.blocked }
  return {
    paymentRecordId: method.recordId,
    paymentMethodHeader: methodHeader(method),
    cardHolderName: method.holderName,
    billingMethodCode: defaultBillingMethodCode,
    isCardExpired: yesNo(expired),
    cardExpMessage: expired ? expiredMessage(method) : "",
    isVerified: yesNo(method.verifyAt === ""),
    verifyAt: method.verificationFailed ? "" : method.verifyAt,
    verifyMessage: method.verifyAt === "" ? "" : unverifiedMessage(method),
    isBlocked: yesNo(view.why !== ""),
    blockedMessage: view.why === "" ? "" : blockedMessage(method, view.why),
    isAuthorizationEnded: yesNo(method.authorizationGone === true),
    authorizationMessage: method.authorizationGone ? authorizationMessage(method) : "",
    address: { addressLine1, addressLine2, addressLine3, cityName, stateCode, zipCode },
    creditCard: creditCardOf(method),
    bankAccount: bankAccountOf(method),
    managePaymentMethodOption: {
      saveChanges: option,
      editPaymentMethod: option,
      deletePaymentMethod: option,
      deletePaymentMethodConfirmation: {
        ...option,
        message: view.blocked || autoPayEnds(method, view.onAutoPay),
      },
    },
  }
}

function creditCardOf(method: PaymentMethodRow): PaymentMethod["creditCard"] {
  if (method.kind !== "card" || method.cardType === "") return null
  return {
    paymentType: method.cardType,
    cardNumber: masked(method),
    expirationDate: method.expirationDate,
    creditCardSecurityCode: "",
    accountNumberLast4Digit: method.lastFour,
    financialInstitutionName: institutionOf(method),
  }
}

function bankAccountOf(method: PaymentMethodRow): PaymentMethod["bankAccount"] {
  if (method.kind !== "bank") return null
  return {
    paymentType: bankTypeName(method.bankType),
    originalRoutingNumber: "",
    maskedRoutingNumber: method.maskedRoutingNumber,
    accountNumber: masked(method),
    accountNumberLast4Digit: method.lastFour,
    financialInstitutionName: institutionOf(method),
  }
}

function masked({ lastFour }: NamedMethod): string {
  return `•••• ${lastFour}`
}

function expiredMessage(method: PaymentMethodRow): string {
  return `${methodHeader(method)} expired at the end of ${method.expirationDate}. Please enter its new expiration date or choose another payment method.`
}

function unverifiedMessage(method: PaymentMethodRow): string {
  if (method.verificationFailed) {
    return `${methodHeader(method)} could not be verified, because ${notConfirmed}. It cannot be charged. Please delete it and add it again, or use another payment method.`
  }
  return `${methodHeader(method)} is not verified yet, so it cannot be charged. ${depositsText(method.deposits)}`
}

/** Why the verification of an account failed, as a clause. */
export const notConfirmed =
  "its small deposits were not confirmed correctly or within the 10 days allowed"

const deposited = {
  amounts: ["two small deposits", "Please enter their amounts"],
  code: [
    "a deposit of $0.01 whose description has a code that begins with SM",
    "Please enter this code",
  ],
  "": ["one or two small deposits", "Please confirm them"],
} as const

/** How the customer verifies an account. Source: Stripe's page "ACH Direct Debit", 2026. */
export function depositsText(deposits: NewMethod["deposits"] = ""): string {
  const [what, task] = deposited[deposits]
  return `Within two business days, your bank shows ${what}. ${task} within 10 days. You have only a few tries.`
}

function blockedMessage(method: PaymentMethodRow, why: string): string {
  return `${methodHeader(method)} cannot be charged: ${why}. Please use another payment method. If we can charge it again, we will email you.`
}

function authorizationMessage(method: PaymentMethodRow): string {
  return `Your authorization for ${methodHeader(method)} has ended. You can authorize it again when you choose it for a payment or Auto Pay.`
}

function autoPayEnds(method: PaymentMethodRow, products: readonly string[]): string {
  if (products.length === 0) return ""
  return `Auto Pay uses ${methodHeader(method)} for ${listed(products)}. If you delete it, that Auto Pay ends, and you will have to pay each bill yourself.`
}

/** The details of a method for the audit log. */
export function auditedMethod(method: PaymentMethodRow): Record<string, string> {
  const { addressLine1, addressLine2, addressLine3, cityName, stateCode, zipCode } = method
  const lines = [addressLine1, addressLine2, addressLine3].filter((line) => line !== "")
  return {
    paymentRecordId: method.recordId,
    method: methodHeader(method),
    holder: method.holderName,
    ...(method.verificationFailed && { verification: "failed" }),
    ...(method.blockedReason && { blocked: method.blockedReason }),
    ...(method.authorizationGone && { authorization: "ended" }),
    ...(method.kind === "card" && { expirationDate: method.expirationDate }),
    address: `${lines.join(", ")}, ${cityName}, ${stateCode} ${zipCode}`,
  }
}

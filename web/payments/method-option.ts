import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import * as texts from "./texts.ts"

/**
 * The saved methods as options of a select. A bank account that is blocked or not verified cannot
 * be chosen.
 */
export function methodOptions(methods: readonly PaymentMethod[]) {
  const names = methodNames(methods)
  return methods.map((method, index) => ({
    value: method.paymentRecordId,
    label: `${names[index]}${suffixOf(method)}`,
    disabled: !isChoosable(method),
  }))
}

/**
 * The name of each method of an account, newest first as the server lists them. Two cards with the
 * same last four digits may be one card or two, so both stay, and their names add a difference:
 * the expiration date, the bank, the holder, or else the order in which they were added.
 */
export function methodNames(methods: readonly PaymentMethod[]): string[] {
  return methods.map((method) => {
    const { paymentMethodHeader: header } = method
    const alike = methods.filter((one) => one.paymentMethodHeader === header)
    if (alike.length === 1) return header
    const difference = differences.find(
      (of) => new Set(alike.map(of)).size === alike.length && alike.every((one) => of(one) !== ""),
    )
    if (difference) return `${header}, ${difference(method)}`
    return `${header}, ${texts.addedAs(alike.length - alike.indexOf(method))}`
  })
}

const differences: ((method: PaymentMethod) => string)[] = [
  ({ creditCard }) => (creditCard ? texts.expires(creditCard.expirationDate) : ""),
  ({ bankAccount }) => bankAccount?.financialInstitutionName ?? "",
  ({ cardHolderName }) => cardHolderName,
]

function suffixOf({ isBlocked, isVerified, isCardExpired, isAuthorizationEnded }: PaymentMethod) {
  if (isBlocked === "Y") return " (cannot be charged)"
  if (isVerified === "N") return " (not verified)"
  if (isCardExpired === "Y") return " (expired)"
  return isAuthorizationEnded === "Y" ? " (authorize again)" : ""
}

export function isChoosable({ isBlocked, isVerified }: PaymentMethod): boolean {
  return isBlocked !== "Y" && isVerified === "Y"
}

/** Why this method cannot be charged; "" when it can be. */
export function methodProblem(method: PaymentMethod | undefined): string {
  return method?.cardExpMessage || method?.blockedMessage || method?.verifyMessage || ""
}

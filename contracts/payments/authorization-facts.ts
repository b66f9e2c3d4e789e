import { usernameOf } from "../identity/userid.ts"
import { centsOf, dollarsOf } from "../money.ts"
import type { Product } from "../products/shapes.ts"
import type { AuthorizationReader } from "./authorization-reader.ts"
import type { AuthorizationFacts } from "./authorization-rules.ts"
import { frequencyLabel, type PaymentChoice } from "./auto-pay-rules.ts"
import type { OtherBill } from "./other-bills.ts"
import type { ChargeQuote } from "./payment-center.ts"
import type { PaymentMethod } from "./payment-methods.ts"

/**
 * The facts of an authorization. The page and the server both build them here, so that they fill in
 * the same text. The server adds the date.
 */
type Facts = Omit<AuthorizationFacts, "currentDate">

/** The product in an authorization. */
export interface AuthorizedProduct {
  productDesc: string
  /** MM/DD/YYYY; "" if the account system has no date. */
  dueDate: string
  frequencyCode: string
  frequencies: readonly { code: string; label: string }[]
}

/** The card or bank account that is charged, as described in an authorization. */
export interface AuthorizedAccount {
  /** The bank, the card company or the kind of card. */
  institution: string
  lastFour: string
}

/** An amount of an open bill, in cents, and its due date, MM/DD/YYYY. */
export interface DueAmount {
  dueDate: string
  amount: number
}

/** The facts for a payment of `amountDue` cents, which pays the oldest of `dueAmounts` first. */
export function payNowFacts(
  product: AuthorizedProduct & { dueAmounts: readonly DueAmount[] },
  account: AuthorizedAccount,
  amountDue: number,
  reader: AuthorizationReader,
): Facts {
  return {
    ...readerFacts(reader),
    ...accountFacts(account),
    productName: product.productDesc,
    dueDate: dueDatesOf(product.dueAmounts, amountDue) || product.dueDate,
    frequency: frequencyLabel(product, product.frequencyCode),
    oldFrequency: "",
    amountDue,
    otherBills: [],
    underWay: 0,
    premium: 0,
    billingFee: 0,
  }
}

/**
 * The due dates that a payment of `amount` cents covers. If there are several, each is followed by
 * its amount.
 */
export function dueDatesOf(dueAmounts: readonly DueAmount[], amount: number): string {
  let left = amount
  const covered = dueAmounts.flatMap(({ dueDate, amount: owed }) => {
    const paid = Math.min(left, owed)
    left -= paid
    return paid > 0 ? [{ dueDate, paid }] : []
  })
  const [only, ...others] = covered
  if (!only || others.length === 0) return only?.dueDate ?? ""
  const parts = covered.map(({ dueDate, paid }) => `${dueDate} (${dollarsOf(paid)})`)
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`
}

/**
 * The facts for a change. `account` is what auto pay will charge; undefined if the change ends auto
 * pay.
 */
export function changeFacts(
  product: AuthorizedProduct,
  chosen: PaymentChoice,
  account: AuthorizedAccount | undefined,
  quote: ChargeQuote,
  reader: AuthorizationReader,
): Facts {
  return {
    ...readerFacts(reader),
    ...accountFacts(account ?? { institution: "", lastFour: "" }),
    productName: product.productDesc,
    dueDate: quote.dueDate,
    frequency: frequencyLabel(product, chosen.frequencyCode),
    oldFrequency: frequencyLabel(product, product.frequencyCode),
    amountDue: centsOf(quote.paymentAmount),
    otherBills: otherBillsOf(quote),
    underWay: centsOf(quote.underWay),
    premium: centsOf(quote.later.premium),
    billingFee: centsOf(quote.later.adminFee),
  }
}

/** The other open bills of a quote, for the texts. */
export function otherBillsOf({ otherBills }: ChargeQuote): OtherBill[] {
  return otherBills.map(({ dueDate, amount, isAutoPay }) => ({
    dueDate,
    amount: centsOf(amount),
    isCharged: isAutoPay === "Y",
  }))
}

function readerFacts(reader: AuthorizationReader) {
  return {
    fullName: `${reader.firstName} ${reader.lastName}`.trim(),
    userName: usernameOf(reader.userid),
    enteredBy: reader.csUserid,
    clientName: reader.clientName,
    tollFree: reader.clientPhoneNumber,
  }
}

function accountFacts({ institution, lastFour }: AuthorizedAccount) {
  return { financialInstitution: institution, accountNumber: lastFour }
}

/** The product in a reply, for the page. */
export function authorizedProduct(
  product: Product,
): AuthorizedProduct & { dueAmounts: DueAmount[] } {
  const frequencies = product.availablePaymentFrequencyList
  return {
    dueAmounts: product.dueAmounts.map(({ dueDate, amount }) => ({
      dueDate,
      amount: centsOf(amount),
    })),
    productDesc: product.productDesc,
    dueDate: product.dueDate,
    frequencyCode: product.currentPaymentFrequecyCode,
    frequencies: frequencies.map(({ code, value1 }) => ({ code, label: value1 })),
  }
}

/**
 * The institution with the type of a bank account, as on all screens: "First Coastal Bank
 * (Savings)".
 */
export function authorizedInstitution(institution: string, bankType: string | undefined): string {
  const isNamed = bankType === undefined || institution === bankType
  return isNamed ? institution : `${institution} (${bankType})`
}

/** The card or bank account of a payment method in a reply, for the page. */
export function authorizedAccount({
  creditCard,
  bankAccount,
}: Pick<PaymentMethod, "creditCard" | "bankAccount">): AuthorizedAccount {
  const account = creditCard ?? bankAccount
  return {
    institution: authorizedInstitution(
      account?.financialInstitutionName ?? "",
      bankAccount?.paymentType,
    ),
    lastFour: account?.accountNumberLast4Digit ?? "",
  }
}

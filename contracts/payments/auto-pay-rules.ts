import type { Product } from "#contracts/products/shapes.ts"
import { centsOf, decimalOf } from "../money.ts"
import { type AuthorizationFacts, methodFacts } from "./authorization-rules.ts"
import type { PaymentMethod } from "./payment-methods.ts"
import { noAutoPayRecordId } from "./payment-rules.ts"

/** How a product is paid: in which rhythm, and from what by itself (`noAutoPayRecordId`: nothing). */
export interface PaymentChoice {
  frequencyCode: string
  paymentMethodRecordId: string
}

export const autoPayOutcomes = [
  "remove",
  "both",
  "add",
  "add-admin-fees",
  "frequency",
  "payment-method",
  "none",
] as const
export type AutoPayOutcome = (typeof autoPayOutcomes)[number]

/** What a change of how a product is paid amounts to, and so what a person is asked to agree to. */
export function autoPayOutcome(
  old: PaymentChoice,
  chosen: PaymentChoice,
  billingFeeInd: "Y" | "N",
): AutoPayOutcome {
  const wasOn = old.paymentMethodRecordId !== noAutoPayRecordId
  const isOn = chosen.paymentMethodRecordId !== noAutoPayRecordId
  const isOtherMethod = chosen.paymentMethodRecordId !== old.paymentMethodRecordId
  const isOtherFrequency = chosen.frequencyCode !== old.frequencyCode
  if (wasOn && !isOn) return "remove"
  if (isOtherFrequency && isOtherMethod) return "both"
  if (!wasOn && isOn) return billingFeeInd === "Y" ? "add-admin-fees" : "add"
  if (isOtherFrequency) return "frequency"
  return isOtherMethod ? "payment-method" : "none"
}

type Billed = Pick<Product, "availablePaymentFrequencyList" | "billingFeeInd" | "billingFees">

/** Amounts are decimal strings. */
export interface PeriodCost {
  premium: string
  adminFee: string
  totalPremium: string
}

/** What a period costs when it is paid so: the fee comes with auto pay alone. */
export function periodCost(product: Billed, chosen: PaymentChoice): PeriodCost {
  const { frequencyCode, paymentMethodRecordId } = chosen
  const ofCode = (item: { code: string }) => item.code === frequencyCode
  const premium = product.availablePaymentFrequencyList.find(ofCode)?.value2 ?? "0.00"
  const hasFee = product.billingFeeInd === "Y" && paymentMethodRecordId !== noAutoPayRecordId
  const adminFee = (hasFee && product.billingFees.find(ofCode)?.value2) || "0.00"
  return { premium, adminFee, totalPremium: decimalOf(centsOf(premium) + centsOf(adminFee)) }
}

type Reader = Pick<AuthorizationFacts, "fullName" | "userName" | "clientName" | "tollFree">

/** What the authorization of a change says; `method` is the chosen one, if any. */
export function changeFacts(
  product: Product,
  chosen: PaymentChoice,
  method: Pick<PaymentMethod, "creditCard" | "bankAccount"> | undefined,
  reader: Reader,
): Omit<AuthorizationFacts, "currentDate"> {
  const { premium, adminFee, totalPremium } = periodCost(product, chosen)
  const ofMethod = method ? methodFacts(method) : { financialInstitution: "", accountNumber: "" }
  return {
    ...reader,
    ...ofMethod,
    productName: product.productDesc,
    dueDate: product.dueDate,
    frequency: frequencyLabel(product, chosen.frequencyCode),
    oldFrequency: product.currentPaymentFrequecyType,
    amountDue: totalPremium,
    premium,
    billingFee: adminFee,
  }
}

/** "Monthly" of its code; "" where the product cannot be paid so. */
export function frequencyLabel(product: Billed, code: string): string {
  return product.availablePaymentFrequencyList.find((one) => one.code === code)?.value1 ?? ""
}

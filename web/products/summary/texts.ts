import type { ActiveProduct } from "#contracts/products/products.ts"

export const product = "Product"
export const coverageType = "Coverage type"
export const coverageEffectiveDate = "Coverage effective date"
export const annualProductCost = "Annual product cost"
export const paymentFrequency = "Payment frequency"
export const dueDate = "Due date"
export const payment = "Payment"
export const creditLeft = "Credit left"
export const activeProducts = "Active Products"
export const inactiveProducts = "Inactive Products"
export const hide = "Hide"
export const show = "Show"
export const inactiveProductsSuffix = " Inactive Products"
export const amountPaid = "Amount paid"
export const paidThrough = "Paid through"
export const policyNumber = "Policy number"
export const amountDue = "Amount due"
export const loadingYourProducts = "Loading your products…"
export const products = "Products"
export const loadFailed = "Your products could not be loaded."
/** By the style of a product's status. */
export const payers: Partial<Record<ActiveProduct["paymentStatusDisplayStyle"], string>> = {
  autopay: "Auto Pay",
  combinedbill: "Combined Bill",
  nocosttoyou: "No Cost to You",
}

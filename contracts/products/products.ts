import { z } from "zod"
import { endpoint } from "../endpoint.ts"
import { messageList, money, shownDate, yesNo } from "../shapes.ts"
import { customerBody } from "./customer.ts"
import { coverage, displayStyle } from "./shapes.ts"

/** A product in the list of products. */
const productSummary = z.object({
  policyNumber: z.string(),
  productDesc: z.string(),
  coverageType: z.string(),
  coverageEffectiveDate: shownDate,
  annualPremium: money,
  /** HTML to show after the annual premium, such as a superscript mark. */
  annualPremiumSpecialCharacter: z.string(),
  currentPaymentFrequecyType: z.string(),
  dueDate: shownDate,
  paymentStatusDisplayStyle: displayStyle,
  isInsuranceProduct: yesNo,
})

const inactiveProduct = productSummary.extend({
  amountDue: money,
  /** Money for the product that is not used for a bill yet. */
  creditLeft: money,
  amountPaid: money,
  paidThrough: shownDate,
})

const productSummaryReply = z.object({
  activeProducts: z.array(productSummary),
  inactiveProducts: z.array(inactiveProduct),
  messages: messageList,
})
export type ProductSummary = z.output<typeof productSummaryReply>
export type ActiveProduct = ProductSummary["activeProducts"][number]
export type InactiveProduct = ProductSummary["inactiveProducts"][number]

const productDetail = z.object({
  productDesc: z.string(),
  policyNumber: z.string(),
  coverageType: z.string(),
  policyStatus: z.string(),
  /** Whether the product is held now. The status expresses this only in words. */
  isActiveProduct: yesNo,
  coverageEffectiveDate: shownDate,
  suppressPaymentDueDate: yesNo,
  paymentDueDateLabel: z.string(),
  paymentDueDate: shownDate,
  ...coverage.shape,
  /** Base benefit, daily hospital benefit or membership fee; 1.00 means none. */
  benefitAmount: money,
  isInsuranceProduct: yesNo,
  isCancerOrHipOrHap: yesNo,
  owner: z.string(),
  annualPremium: money,
  annualPremiumSpecialCharacter: z.string(),
  paymentFrequency: z.string(),
  /**
   * Set only for an inactive product: what is still owed. Active ones are in the payment center.
   */
  amountDue: money.optional(),
  /** Money for the product that is not used for a bill yet. */
  creditLeft: money,
  /** The message as HTML. */
  message: z.string(),
})

const rider = z.object({
  productDesc: z.string(),
  policyNumber: z.string(),
  policyStatus: z.string(),
  coverageEffectiveDate: shownDate,
  benefitAmount: money,
  annualPremium: money,
})
export type Rider = z.output<typeof rider>

const documentEntry = z.object({
  documentId: z.string(),
  documentSource: z.string(),
  documentCategory: z.string(),
  documentTypeId: z.string(),
  documentName: z.string(),
  documentCreatedDate: shownDate,
})
export type DocumentEntry = z.output<typeof documentEntry>

const productDetailsReply = z.object({
  productDetail,
  additionalInsured: z.array(z.object({ fullName: z.string(), relationship: z.string() })),
  optionalRiders: z.array(rider),
  productDocuments: z.array(documentEntry),
  correspondences: z.array(documentEntry),
  messages: messageList,
})
export type ProductDetails = z.output<typeof productDetailsReply>
export type ProductDetail = ProductDetails["productDetail"]

export const products = {
  "POST /myaccount-core/productSummary": endpoint({
    summary: "The customer's active and inactive products",
    role: "customer-or-staff",
    mayShowCachedData: true,
    body: customerBody,
    reply: productSummaryReply,
    errors: ["accountSystem.away"],
  }),
  "POST /myaccount-core/productDetails": endpoint({
    summary: "One product with its riders, insured persons, documents and letters",
    role: "customer-or-staff",
    mayShowCachedData: true,
    body: customerBody,
    reply: productDetailsReply,
    errors: ["accountSystem.away"],
  }),
}

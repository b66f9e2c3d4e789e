import { z } from "zod"
import { money, shownDate, yesNo } from "../shapes.ts"
import { displayStyles } from "./display-style-rules.ts"

export const displayStyle = z.enum(displayStyles)

const action = z.object({ label: z.string(), disable: yesNo, message: z.string() })

const amounts = {
  amountDue: money,
  /** HTML set after the amount, such as a superscript mark. */
  amountDueSpecialCharacter: z.string(),
}

export const paymentInfo = z.object({
  ...amounts,
  pastDueAmount: money,
  adjustment: money,
  billingCredit: money,
  /** Money of the customer's own payments on the open bills, or for the next one. */
  alreadyPaid: money,
  totalAmountDue: money,
  disclaimer: z.string(),
})

/**
 * Tells the customer about a charge of auto pay that failed or is not decided yet, about a payment that
 * they must confirm with their bank, about a card that expires before the next charge, about a late
 * bill that an announced charge will pay, about a bill that auto pay leaves to the customer or that may be
 * charged elsewhere, about a payment that is accepted and not recorded yet, or about one that the account
 * system took back.
 */
const autoPayNotice = z.object({
  state: z.enum([
    "failed",
    "suspended",
    "charging",
    "confirming",
    "expiring",
    "expired",
    "announced",
    "recording",
    "left",
    "elsewhere",
    "revoked",
  ]),
  title: z.string(),
  /** Sentences of HTML: what happened or will happen, the reason, and the next step. */
  content: z.array(z.string()),
})

/** A product as the dashboard and the payment center show it. */
export const product = z.object({
  policyNumber: z.string(),
  productDesc: z.string(),
  paymentStatus: z.string(),
  paymentStatusDisplayStyle: displayStyle,
  currentPaymentFrequecyType: z.string(),
  currentPaymentFrequecyCode: z.string(),
  currentPaymentMethod: z.string(),
  currentPaymentMethodRecordId: z.string(),
  /** Y: the person skipped the debit of the amount due and pays it in another way. */
  isAutoPaySkipped: yesNo,
  ...amounts,
  dueDate: shownDate,
  /** The amount due by due date, the oldest first. Empty when nothing is owed. */
  dueAmounts: z.array(
    z.object({ dueDate: shownDate, amount: money, isPastDue: yesNo, isByAutoPay: yesNo }),
  ),
  /** The bill that follows when nothing is owed; `amount` is "" when it is not known. */
  nextBill: z.object({ dueDate: shownDate, amount: z.union([money, z.literal("")]) }).nullable(),
  /** Money for the product that no bill has used yet. */
  creditLeft: money,
  showPaymentAmountBreakdown: yesNo,
  paymentInfo,
  paymentInfoLoaded: z.boolean(),
  availablePaymentFrequencyList: z.array(
    z.object({ code: z.string(), value1: z.string(), value2: money }),
  ),
  billingFeeInd: yesNo,
  billingFees: z.array(z.object({ code: z.string(), value2: money })),
  isInsuranceProduct: yesNo,
  disclaimer: z.string(),
  coverageType: z.string(),
  coverageEffectiveDate: shownDate,
  annualPremium: money,
  annualPremiumSpecialCharacter: z.string(),
  /** Null when there is nothing to tell. */
  autoPayNotice: autoPayNotice.nullable(),
  paymentAction: z.object({
    payNowLink: action,
    changeAutoPayOrFrequency: action,
    saveChanges: z.object({ disable: yesNo }),
    submitPayment: z.object({ disable: yesNo }),
  }),
})
export type Product = z.output<typeof product>

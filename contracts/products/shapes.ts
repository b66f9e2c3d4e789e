import { z } from "zod"
import { money, shownDate, yesNo } from "../shapes.ts"
import { displayStyles } from "./display-style-rules.ts"

export const displayStyle = z.enum(displayStyles)

const action = z.object({ label: z.string(), disable: yesNo, message: z.string() })

const amounts = {
  amountDue: money,
  /** HTML to show after the amount, such as a superscript mark. */
  amountDueSpecialCharacter: z.string(),
}

/** As the account system states it; never calculated from a due date or a period. */
export const coverage = z.object({
  /** The last day that the posted payments cover; "" if unknown. */
  coveredUntil: shownDate,
  /** The last day on which coverage continues without another payment; "" if that is the same. */
  graceUntil: shownDate,
})
export type Coverage = z.output<typeof coverage>

export const paymentInfo = z.object({
  ...amounts,
  pastDueAmount: money,
  adjustment: money,
  billingCredit: money,
  /** Money from the customer's own payments on the open bills, or for the next one. */
  alreadyPaid: money,
  totalAmountDue: money,
  disclaimer: z.string(),
})

/**
 * The notice for the customer about a charge of auto pay that failed or is not decided yet, a
 * payment that they must confirm with their bank, a card that expires before the next charge, a
 * late bill that an announced charge will pay, a bill that auto pay leaves to the customer or that
 * may be charged elsewhere, a payment that is accepted but not recorded yet, or a payment that the
 * account system reversed.
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

/** A product on the dashboard and in the payment center. */
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
  /** The amount due by due date, oldest first. Empty if nothing is owed. */
  dueAmounts: z.array(
    z.object({ dueDate: shownDate, amount: money, isPastDue: yesNo, isByAutoPay: yesNo }),
  ),
  /** The next bill if nothing is owed; `amount` is "" if it is unknown. */
  nextBill: z.object({ dueDate: shownDate, amount: z.union([money, z.literal("")]) }).nullable(),
  /** Money for the product that is not used for a bill yet. */
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
  /** Null if there is no notice. */
  autoPayNotice: autoPayNotice.nullable(),
  paymentAction: z.object({
    payNowLink: action,
    changeAutoPayOrFrequency: action,
    saveChanges: z.object({ disable: yesNo }),
    submitPayment: z.object({ disable: yesNo }),
  }),
})
export type Product = z.output<typeof product>

import { z } from "zod"
import type { Billing, DocumentEntry, Policy, PolicyDetail } from "../port.ts"
import { productFields } from "../product-fields.ts"
import { money, plainDate, shapeOf, text } from "./values.ts"

const noDate = plainDate.nullable()

const frequency = z
  .object({
    code: text.meta({
      description:
        "M, Q, S and A bill 1, 3, 6 and 12 months; My Account knows the length of no other code.",
    }),
    label: text.meta({ description: "As customers read it." }),
    amount: money.meta({ description: "The premium of each period." }),
    fee: money.meta({ description: "Added to each period on auto pay if `hasBillingFee`." }),
  })
  .meta({ id: "Frequency" })

const openAmount = z
  .object({
    dueDate: plainDate,
    cost: money.meta({ description: "premium + fee of the bill." }),
    owed: money.meta({ description: "As in OpenBill. More than 0.00." }),
  })
  .meta({ id: "OpenAmount", description: "A bill that is not settled." })

const billing = z
  .object({
    kind: z.enum(["direct", "combined", "no-cost"]).meta({
      description:
        "Paid by its own bill or auto pay, on one bill with others, or by another party.",
    }),
    frequencyCode: text.meta({ description: "The code of one of `frequencies`." }),
    frequencies: z
      .array(frequency)
      .meta({ description: "All that can be chosen, the present one among them." }),
    hasBillingFee: z.boolean().meta({
      description: "Whether each period costs the frequency's `fee` while on auto pay.",
    }),
    paymentMethodRecordId: text
      .nullable()
      .meta({ description: "The saved payment method of auto pay; null when not on auto pay." }),
    paymentMethodLabel: text.meta({
      description: "Such as `Visa ending in 4242`; empty when not on auto pay.",
    }),
    amountPaid: money.meta({ description: "In all, for a product that is no longer active." }),
    paidThrough: noDate,
    skippedDueDates: z.array(plainDate).meta({
      description: "Of open and later bills that auto pay does not charge, oldest first.",
    }),
    dueDate: noDate.meta({
      description:
        "Of the oldest open bill, or of the next one if it is known and no bill is open; else null.",
    }),
    amountDue: money.meta({
      description:
        "premium + fee of the newest bill; 0.00 if it is settled. The open bills together owe amountDue + pastDueAmount - adjustment - billingCredit.",
    }),
    amountDueSpecialCharacter: text.meta({ description: "HTML after the amount, such as a mark." }),
    pastDueAmount: money.meta({
      description: "premium + fee of all other open bills, whether they are due or not.",
    }),
    adjustment: money.meta({
      description:
        "Of all open bills. Positive lowers what is owed, negative raises it: the opposite sign of OpenBill.adjustment.",
    }),
    billingCredit: money.meta({
      description:
        "Lowers what is owed: credits of the open bills, and what is settled of them already. Never negative.",
    }),
    alreadyPaid: money.meta({ description: "The part of billingCredit that the person has paid." }),
    openAmounts: z.array(openAmount).meta({ description: "Oldest first." }),
    showAmountBreakdown: z.boolean(),
    disclaimer: text,
    payNowBlocked: text.meta({ description: "Why payments are refused now; empty if accepted." }),
    changeBlocked: text.meta({
      description: "Why auto pay cannot be changed now; empty if it can.",
    }),
  })
  .meta({ id: "Billing" }) satisfies z.ZodType<Billing>

export const policy = z
  .object({
    ...shapeOf(productFields),
    billing,
  })
  .meta({ id: "Policy" }) satisfies z.ZodType<Policy>

const documentKey = {
  documentId: text,
  documentSource: text.meta({ description: "Any code of yours; with the id, it names the file." }),
  documentCategory: text.meta({ description: "Any code of yours; it selects no text." }),
}
/** Identifies a document among those of a person. */
export const documentKeyShape = z.object(documentKey)

export const documentEntry = z
  .object({
    ...documentKey,
    documentTypeId: text,
    documentName: text,
    documentCreatedDate: plainDate,
  })
  .meta({ id: "Document" }) satisfies z.ZodType<DocumentEntry>

const rider = z
  .object({
    productDesc: text,
    policyNumber: text,
    policyStatus: text,
    coverageEffectiveDate: noDate,
    benefitAmount: money,
    annualPremium: money,
  })
  .meta({ id: "Rider" })

export const policyDetail = z
  .object({
    policy,
    coveredUntil: noDate.meta({
      description:
        "Until when the product is covered while its oldest bill is open; null if unknown. Used only if `policy` has no `coveredUntil`.",
    }),
    additionalInsured: z.array(z.object({ fullName: text, relationship: text })),
    riders: z.array(rider),
    documents: z.array(documentEntry).meta({ description: "Newest first." }),
    correspondences: z.array(documentEntry).meta({ description: "Letters, newest first." }),
  })
  .meta({ id: "PolicyDetail" }) satisfies z.ZodType<PolicyDetail>

import { z } from "zod"
import type { Billing, DocumentEntry, Policy, PolicyDetail } from "../port.ts"
import { money, plainDate, text } from "./values.ts"

const noDate = plainDate.nullable()

const frequency = z
  .object({ code: text, label: text, amount: money, fee: money })
  .meta({ id: "Frequency", description: "A way to pay: the amount of each period, and its fee." })

const openAmount = z
  .object({ dueDate: plainDate, cost: money, owed: money })
  .meta({ id: "OpenAmount", description: "A bill that is not settled." })

const billing = z
  .object({
    kind: z.enum(["direct", "combined", "no-cost"]).meta({
      description:
        "Paid by its own bill or auto pay, on one bill with others, or by another party.",
    }),
    frequencyCode: text,
    frequencies: z.array(frequency),
    hasBillingFee: z.boolean(),
    paymentMethodRecordId: text
      .nullable()
      .meta({ description: "The saved payment method of auto pay; null when not on auto pay." }),
    paymentMethodLabel: text,
    amountPaid: money,
    paidThrough: noDate,
    skippedDueDates: z.array(plainDate),
    dueDate: noDate,
    amountDue: money.meta({ description: "For the current period only." }),
    amountDueSpecialCharacter: text,
    pastDueAmount: money.meta({ description: "Unpaid from earlier periods." }),
    adjustment: money.meta({ description: "Positive lowers what is owed, negative raises it." }),
    billingCredit: money.meta({ description: "Lowers what is owed." }),
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
    policyNumber: text,
    productDesc: text,
    productFamily: text,
    active: z.boolean(),
    policyStatus: text,
    isInsuranceProduct: z.boolean(),
    isCancerOrHipOrHap: z.boolean(),
    coverageType: text,
    coverageEffectiveDate: noDate,
    benefitAmount: money,
    owner: text,
    annualPremium: money,
    annualPremiumSpecialCharacter: text,
    suppressPaymentDueDate: z.boolean(),
    paymentDueDateLabel: text,
    message: text,
    billing,
  })
  .meta({ id: "Policy" }) satisfies z.ZodType<Policy>

const documentKey = { documentId: text, documentSource: text, documentCategory: text }
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
        "Until when the product is covered while its oldest bill is open; null if unknown.",
    }),
    additionalInsured: z.array(z.object({ fullName: text, relationship: text })),
    riders: z.array(rider),
    documents: z.array(documentEntry).meta({ description: "Newest first." }),
    correspondences: z.array(documentEntry).meta({ description: "Letters, newest first." }),
  })
  .meta({ id: "PolicyDetail" }) satisfies z.ZodType<PolicyDetail>

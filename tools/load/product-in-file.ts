import { z } from "zod"
import {
  type DateInFile,
  html,
  planNumber,
  refuseRepeats,
  text,
  words,
} from "#services/brands/loading/shapes.ts"

/** An amount as text, because JSON numbers cannot express cents exactly. Becomes cents. */
const amount = z
  .string({ error: 'must be an amount as text, such as "312.00"' })
  .regex(/^-?\d{1,10}\.\d{2}$/, { error: 'must be an amount such as "312.00"' })
  .transform((value) => Number(value.replace(".", "")))
const owed = amount.refine((cents) => cents >= 0, { error: "must not be below zero" })
const nothing = "0.00"
/** The amount that account systems use if there is no benefit. */
const noBenefit = "1.00"

/** One product of a person in people.json. */
export function productIn(date: DateInFile) {
  const noDate = date.nullable().default(null)
  const document = z.strictObject({
    documentId: words(60),
    documentSource: words(60),
    documentCategory: words(60),
    documentTypeId: words(60),
    documentName: words(200),
    documentCreatedDate: date,
    documentFile: words(100).optional(),
  })
  const rider = z.strictObject({
    productDesc: words(200),
    policyStatus: words(60),
    coverageEffectiveDate: noDate,
    benefitAmount: owed.prefault(nothing),
    annualPremium: owed.prefault(nothing),
  })
  const insured = z.strictObject({ fullName: words(120), relationship: words(60) })
  const fields = z.strictObject({
    policyNumber: planNumber,
    productDesc: words(200),
    productFamily: text(60).default(""),
    active: z.boolean().default(true),
    policyStatus: words(60),
    isInsuranceProduct: z.boolean(),
    isCancerOrHipOrHap: z.boolean().default(false),
    coverageType: text(60),
    coverageEffectiveDate: noDate,
    benefitAmount: owed.prefault(noBenefit),
    owner: text(120).default(""),
    annualPremium: owed,
    annualPremiumSpecialCharacter: html.default(""),
    suppressPaymentDueDate: z.boolean().default(false),
    paymentDueDateLabel: words(60).default("Payment due date"),
    message: html.default(""),
    billing: billingIn(date, noDate),
    additionalInsured: z.array(insured).default([]),
    riders: z.array(rider).default([]),
    documents: z.array(document).default([]),
    correspondences: z.array(document).default([]),
  })
  return fields.superRefine(({ active, billing }, context) => {
    const { kind, dueDate, amountDue, pastDueAmount } = billing
    const isBilled = active && kind === "direct" && amountDue + pastDueAmount === 0
    if (!isBilled || dueDate !== null) return
    const message = "is missing: an active product is billed from this date"
    context.addIssue({ code: "custom", path: ["billing", "dueDate"], message, input: billing })
  })
}
export type ProductEntry = z.output<ReturnType<typeof productIn>>

function billingIn(date: z.ZodType<string>, noDate: z.ZodType<string | null>) {
  const frequency = z.strictObject({
    code: words(10),
    label: words(60),
    amount: owed,
    fee: owed.prefault(nothing),
  })
  return z
    .strictObject({
      kind: z.enum(["direct", "combined", "no-cost"]).default("direct"),
      frequencyCode: words(10),
      frequencies: z.array(frequency),
      hasBillingFee: z.boolean().default(false),
      paymentMethodRecordId: words(60).nullable().default(null),
      amountPaid: owed.prefault(nothing),
      paidThrough: noDate,
      dueDate: noDate,
      coveredUntil: date.exactOptional(),
      amountDue: owed.prefault(nothing),
      amountDueSpecialCharacter: html.default(""),
      pastDueAmount: owed.prefault(nothing),
      adjustment: amount.prefault(nothing),
      billingCredit: owed.prefault(nothing),
      showAmountBreakdown: z.boolean().default(false),
      disclaimer: html.default(""),
      payNowBlocked: text(300).default(""),
      changeBlocked: text(300).default(""),
    })
    .superRefine((billing, context) => {
      const refuse = (field: string, message: string) =>
        context.addIssue({ code: "custom", path: [field], message, input: billing })
      const codes = billing.frequencies.map(({ code }) => code)
      const owes = billing.amountDue + billing.pastDueAmount > 0
      refuseRepeats(
        context,
        "frequency",
        codes.map((key, index) => ({ key, path: ["frequencies", index, "code"] })),
      )
      if (!codes.includes(billing.frequencyCode)) {
        refuse("frequencyCode", "is none of the frequencies")
      }
      if (billing.kind === "no-cost" && owes) {
        refuse("amountDue", "must be 0.00 for a product that costs its holder nothing")
      }
      if (billing.dueDate === null && owes) refuse("dueDate", "is missing where an amount is due")
      if (billing.coveredUntil !== undefined && !owes) {
        refuse("coveredUntil", "belongs to an amount that is due")
      }
    })
}

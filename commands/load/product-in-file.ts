import { z } from "zod"
import { billFieldNames, billFields } from "#ports/policy-admin/bill-fields.ts"
import type { ValuesOf } from "#ports/policy-admin/declared-field.ts"
import type { LoadedBalance } from "#ports/policy-admin/embedded/ledger/opening.ts"
import { productFields } from "#ports/policy-admin/product-fields.ts"
import {
  amount,
  type DateInFile,
  type Dates,
  mostPayable,
  owed,
} from "#services/brands/loading/plausible.ts"
import { html, key, refuseRepeats, text, words } from "#services/brands/loading/shapes.ts"
import { shapeInFile, statedShapeInFile } from "./declared-in-file.ts"
import { ambiguity, contradictions, termsOf } from "./opening-in-file.ts"

const nothing = "0.00"

function orNull(date: DateInFile): z.ZodDefault<z.ZodNullable<DateInFile>> {
  return date.nullable().default(null)
}

/** The fields of a document of a product. */
export function documentFields(dates: Dates) {
  return {
    documentId: key(60),
    documentSource: key(60),
    documentCategory: key(60),
    documentTypeId: key(60),
    documentName: words(200),
    documentCreatedDate: dates("documentCreatedDate"),
  }
}

/** The fields of a product without its billing and its documents. */
export function productShape(dates: Dates) {
  const { coverageEffectiveDate, benefitAmount } = productFields
  const rider = z.strictObject({
    productDesc: words(200),
    policyStatus: words(60),
    coverageEffectiveDate: orNull(dates(coverageEffectiveDate.range)),
    benefitAmount: owed(benefitAmount.most).prefault(nothing),
    annualPremium: owed().prefault(nothing),
  })
  const insured = z.strictObject({ fullName: words(120), relationship: words(60) })
  return {
    ...shapeInFile(productFields, dates),
    additionalInsured: z.array(insured).default([]),
    riders: z.array(rider).default([]),
  }
}

/** One product of a person in people.json. */
export function productIn(dates: Dates) {
  const document = z.strictObject({
    ...documentFields(dates),
    documentFile: words(100).optional(),
  })
  const earlierBill = z.strictObject({
    dueDate: dates("dueDate"),
    amountDue: owed().refine((cents) => cents > 0, { error: "must be above 0.00" }),
    ...statedShapeInFile(billFields, dates),
  })
  const fields = z.strictObject({
    ...productShape(dates),
    billing: z
      .strictObject({
        ...termFields,
        ...balanceFields(dates),
        earlierBills: z.array(earlierBill).min(1).exactOptional(),
      })
      .superRefine(checkTerms)
      .superRefine(checkBalance)
      .superRefine(checkFree),
    documents: z.array(document).default([]),
    correspondences: z.array(document).default([]),
  })
  return fields.superRefine((product, context) => {
    checkCoverage(product, context)
    const { active, policyStatus, billing } = product
    const problem = ambiguity(billing, termsOf({ active, policyStatus }, billing), dates.today)
    if (problem !== undefined) {
      const message = problem.replace("one row for each", "earlierBills with each")
      context.addIssue({ code: "custom", path: ["billing"], message, input: billing })
    }
    const { kind, dueDate, amountDue, pastDueAmount } = billing
    const isBilled = active && kind === "direct" && amountDue + pastDueAmount === 0
    if (!isBilled || dueDate !== null) return
    const message = "is missing: an active product is billed from this date"
    context.addIssue({ code: "custom", path: ["billing", "dueDate"], message, input: billing })
  })
}
export type ProductEntry = z.output<ReturnType<typeof productIn>>

const frequency = z.strictObject({
  code: key(10),
  label: words(60),
  amount: owed(),
  fee: owed().prefault(nothing),
})

/** The fields of a product's billing, without its debt. */
export const termFields = {
  kind: z.enum(["direct", "combined", "no-cost"]).default("direct"),
  frequencyCode: key(10),
  frequencies: z.array(frequency),
  hasBillingFee: z.boolean().default(false),
  paymentMethodRecordId: key(60).nullable().default(null),
  amountDueSpecialCharacter: html.default(""),
  showAmountBreakdown: z.boolean().default(false),
  disclaimer: html.default(""),
  payNowBlocked: text(300).default(""),
  changeBlocked: text(300).default(""),
}

/** The fields of a product's debt. */
export function balanceFields(dates: Dates) {
  return {
    amountPaid: owed(9_999_999.99).prefault(nothing),
    paidThrough: orNull(dates("paidThrough")),
    dueDate: orNull(dates("dueDate")),
    ...statedShapeInFile(billFields, dates),
    amountDue: owed().prefault(nothing),
    pastDueAmount: owed().prefault(nothing),
    adjustment: amount().prefault(nothing),
    billingCredit: owed().prefault(nothing),
    billingDay: z.number().int().min(1).max(31).exactOptional(),
    billedThrough: dates("billedThrough").exactOptional(),
  }
}

type Terms = Pick<
  z.output<z.ZodObject<typeof termFields>>,
  "kind" | "frequencyCode" | "frequencies"
>
type EarlierBills = Pick<LoadedBalance, "earlierBills">
type Balance = z.output<z.ZodObject<ReturnType<typeof balanceFields>>> & EarlierBills

/** The most codes that a message lists. */
const mostListed = 12

export function checkTerms(billing: Terms, context: z.core.$RefinementCtx): void {
  const codes = billing.frequencies.map(({ code }) => code)
  refuseRepeats(
    context,
    "frequency",
    codes.map((key, index) => ({ key, path: ["frequencies", index, "code"] })),
  )
  if (codes.includes(billing.frequencyCode)) return
  const listed = codes.slice(0, mostListed).join(", ")
  const known = codes.length > mostListed ? `${listed} …` : listed || "(there are none)"
  const message = `must be one of the frequencies ${known}`
  const input = billing.frequencyCode
  context.addIssue({ code: "custom", path: ["frequencyCode"], message, input })
}

export function checkBalance(billing: Balance, context: z.core.$RefinementCtx): void {
  if (billing.dueDate === null && owes(billing)) {
    refuse(context, billing, "dueDate", "is missing where an amount is due")
  }
  for (const field of billFieldNames) {
    if (billing[field] === undefined || owes(billing)) continue
    refuse(context, billing, field, "belongs to an amount that is due")
  }
  for (const { field, message } of contradictions(billing)) refuse(context, billing, field, message)
  const { earlierBills } = billing
  if (earlierBills) checkEarlier({ ...billing, earlierBills }, context)
  if (billing.amountDue + billing.pastDueAmount > mostPayable) {
    refuse(context, billing, "pastDueAmount", "and amountDue must be at most 999999.99 together")
  }
}

type Coverage = Pick<ValuesOf<typeof productFields>, "coveredUntil" | "graceUntil">

/** A grace period follows the days that are paid. */
export function checkCoverage(product: Coverage, context: z.core.$RefinementCtx): void {
  const { coveredUntil, graceUntil } = product
  if (!coveredUntil || !graceUntil || graceUntil > coveredUntil) return
  refuse(context, product, "graceUntil", `must be after coveredUntil, ${coveredUntil}`)
}

/** `earlierBills` are the open bills before the one of `dueDate`, oldest first. */
function checkEarlier(
  billing: Balance & Required<EarlierBills>,
  context: z.core.$RefinementCtx,
): void {
  const dueDates = [...billing.earlierBills.map((bill) => bill.dueDate), billing.dueDate ?? ""]
  const isInOrder = dueDates.every(
    (date, index) => index === 0 || date > (dueDates[index - 1] ?? ""),
  )
  if (!isInOrder) refuse(context, billing, "earlierBills", "must be before dueDate, oldest first")
  if (billing.amountDue === 0) refuse(context, billing, "amountDue", "must be above 0.00")
  if (billing.pastDueAmount > 0) {
    refuse(context, billing, "pastDueAmount", "must be 0.00 beside earlierBills")
  }
}

function checkFree(billing: Terms & Balance, context: z.core.$RefinementCtx): void {
  if (billing.kind !== "no-cost" || !owes(billing)) return
  const message = "must be 0.00 for a product that costs its holder nothing"
  refuse(context, billing, "amountDue", message)
}

function owes({ amountDue, pastDueAmount }: Balance): boolean {
  return amountDue + pastDueAmount > 0
}

function refuse(context: z.core.$RefinementCtx, input: object, field: string, message: string) {
  context.addIssue({ code: "custom", path: [field], message, input })
}

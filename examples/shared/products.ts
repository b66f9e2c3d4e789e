import type {
  BillingChoice,
  ChargeQuestion,
  LedgerEntry,
  NextCharge,
  OpenBill,
  Policy,
} from "#ports/policy-admin/port.ts"
import { type Bill, bookOf, type Fact, sumOf } from "./book.ts"
import type { StoredProduct } from "./store.ts"

/** The product as My Account reads it. `facts` are those of its client. */
export function policyOf(product: StoredProduct, facts: readonly Fact[]): Policy {
  const { entries, openBills } = bookOf(product.bills, factsOf(product, facts))
  const newest = openBills.at(-1)
  // Without an open bill, uses money that no bill has used yet.
  const lowering = entries.filter(({ billNumber }) => billNumber === (newest?.number ?? null))
  return {
    policyNumber: product.policyNumber,
    productDesc: product.productDesc,
    productFamily: "",
    active: product.status === "Active",
    policyStatus: product.status,
    isInsuranceProduct: true,
    isCancerOrHipOrHap: false,
    coverageType: product.coverageType,
    coverageEffectiveDate: product.coverageEffectiveDate,
    benefitAmount: product.benefitAmount,
    owner: "",
    annualPremium: product.annualPremium,
    annualPremiumSpecialCharacter: "",
    suppressPaymentDueDate: false,
    paymentDueDateLabel: "Payment due date",
    message: "",
    ...coverageOf(product.bills, openBills[0]),
    billing: {
      kind: "direct",
      frequencyCode: "M",
      frequencies: [
        { code: "M", label: "Monthly", amount: Math.round(product.annualPremium / 12), fee: 0 },
      ],
      hasBillingFee: false,
      paymentMethodRecordId: product.paymentMethodRecordId,
      paymentMethodLabel: product.paymentMethodLabel,
      amountPaid: Math.max(
        0,
        sumOf(entries.filter(({ kind }) => ["payment", "return", "refund"].includes(kind))),
      ),
      paidThrough: null,
      skippedDueDates: product.skippedDueDates.toSorted(),
      dueDate: openBills[0]?.dueDate ?? null,
      amountDue: newest?.premium ?? 0,
      amountDueSpecialCharacter: "",
      pastDueAmount: owedOf(openBills.slice(0, -1)),
      adjustment: 0,
      billingCredit: Math.max(0, sumOf(lowering)),
      alreadyPaid: paidOf(lowering),
      openAmounts: openBills.map(({ dueDate, premium, owed }) => ({
        dueDate,
        cost: premium,
        owed,
      })),
      showAmountBreakdown: true,
      disclaimer: "",
      payNowBlocked: "",
      changeBlocked: "",
    },
  }
}

/** Days after the last paid one on which these sample systems still pay a claim. */
const graceDays = 31

/** These sample systems cover what is paid, and then the days of grace. */
function coverageOf(bills: readonly Bill[], oldest: OpenBill | undefined) {
  const last = bills.at(-1)
  const end = oldest ? dayFrom(oldest.periodFrom, -1) : last?.periodTo
  return { coveredUntil: end ?? null, graceUntil: end ? dayFrom(end, graceDays) : null }
}

function dayFrom(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}

/** Cents of these entries that the person has paid and that were not returned. */
function paidOf(entries: readonly LedgerEntry[]): number {
  const own = entries.filter(({ kind }) => ["payment", "return", "refund"].includes(kind))
  return Math.max(0, sumOf(own))
}

/**
 * The facts of this product among those of its client, including returns that name only the
 * payment.
 */
export function factsOf({ policyNumber }: StoredProduct, facts: readonly Fact[]): Fact[] {
  const lots = new Set(facts.flatMap((one) => (one.policyNumber === policyNumber ? [one.lot] : [])))
  return facts.filter(({ lot }) => lots.has(lot))
}

/** The next charge of the open bills; these sample systems have no unissued bills. */
export function nextChargeOf(
  { openBills, entries }: { openBills: readonly OpenBill[]; entries: readonly LedgerEntry[] },
  { paymentMethodRecordId: method }: Pick<BillingChoice, "paymentMethodRecordId">,
  skipped: readonly string[],
  { today, minimum = 1, dueDates }: ChargeQuestion,
): NextCharge | undefined {
  const isMeant = (bill: OpenBill) =>
    (dueDates?.includes(bill.dueDate) ?? true) ||
    !openBills.some((one) => dueDates?.includes(one.dueDate))
  const open = openBills.filter(
    (bill) => isMeant(bill) && (method === null || !skipped.includes(bill.dueDate)),
  )
  for (const { dueDate } of open) {
    const date = method !== null && dueDate < today ? today : dueDate
    const charged = open.filter((bill) => bill.dueDate <= date)
    const [amount, premium] = [
      owedOf(charged),
      charged.reduce((sum, bill) => sum + bill.premium, 0),
    ]
    if (amount < minimum) continue
    const [billNumbers, dates] = [
      charged.map(({ number }) => number),
      charged.map((one) => one.dueDate),
    ]
    const credit = premium - amount
    const lowering = entries.filter(
      ({ billNumber }) => billNumber !== null && billNumbers.includes(billNumber),
    )
    return {
      date,
      dueDates: dates,
      billNumbers,
      amount,
      premium,
      fee: 0,
      adjustment: 0,
      credit,
      alreadyPaid: paidOf(lowering),
    }
  }
  return undefined
}

/** Cents. */
export function owedOf(bills: readonly OpenBill[]): number {
  return bills.reduce((sum, { owed }) => sum + owed, 0)
}

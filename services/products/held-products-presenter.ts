import { decimalOf } from "#contracts/money.ts"
import { frequencyLabel } from "#contracts/payments/auto-pay-rules.ts"
import type {
  ActiveProduct,
  DocumentEntry,
  InactiveProduct,
  ProductDetail,
  ProductDetails,
  Rider,
} from "#contracts/products/products.ts"
import type { Coverage } from "#contracts/products/shapes.ts"
import { cleanHtml } from "#platform/text/clean-html.ts"
import { shownDate } from "#platform/text/dates.ts"
import { yesNo } from "#platform/text/yes-no.ts"
import type { Policy, PolicyDetail } from "#ports/policy-admin/port.ts"
import { type AutoPayState, creditLeft, dueStatusOf, totalDue } from "./due-status.ts"
import { displayStyles } from "./product-presenter.ts"

export function activeProductOf(
  policy: Policy,
  today: Temporal.PlainDate,
  autoPay?: AutoPayState,
): ActiveProduct {
  return {
    policyNumber: policy.policyNumber,
    productDesc: policy.productDesc,
    coverageType: policy.coverageType,
    coverageEffectiveDate: shownDate(policy.coverageEffectiveDate),
    annualPremium: decimalOf(policy.annualPremium),
    annualPremiumSpecialCharacter: cleanHtml(policy.annualPremiumSpecialCharacter),
    currentPaymentFrequecyType: frequencyLabel(policy.billing, policy.billing.frequencyCode),
    dueDate: shownDate(policy.billing.dueDate),
    paymentStatusDisplayStyle: displayStyles[dueStatusOf(policy.billing, today, autoPay)],
    isInsuranceProduct: yesNo(policy.isInsuranceProduct),
  }
}

/** A product that is closed or has lapsed. */
export function inactiveProductOf(policy: Policy, today: Temporal.PlainDate): InactiveProduct {
  const { amountPaid, paidThrough } = policy.billing
  return {
    ...activeProductOf(policy, today),
    amountDue: decimalOf(totalDue(policy.billing)),
    creditLeft: decimalOf(creditLeft(policy.billing)),
    amountPaid: decimalOf(amountPaid),
    paidThrough: shownDate(paidThrough),
  }
}

/** The coverage of a product whose details were read; undefined without a date. */
export type FindCoverage = (
  account: { client: string; accountNumber: string },
  detail: PolicyDetail,
  today: Temporal.PlainDate,
) => Promise<Coverage | undefined>

export function productDetailsOf(
  detail: PolicyDetail,
  coverage: Coverage | undefined,
): ProductDetails {
  return {
    productDetail: productDetailOf(detail, coverage),
    additionalInsured: detail.additionalInsured.map(({ fullName, relationship }) => {
      return { fullName, relationship }
    }),
    optionalRiders: detail.riders.map(riderOf),
    productDocuments: detail.documents.map(documentOf),
    correspondences: detail.correspondences.map(documentOf),
    messages: [],
  }
}

function productDetailOf(
  { policy }: PolicyDetail,
  coverage: Coverage = { coveredUntil: "", graceUntil: "" },
): ProductDetail {
  return {
    productDesc: policy.productDesc,
    policyNumber: policy.policyNumber,
    coverageType: policy.coverageType,
    policyStatus: policy.policyStatus,
    isActiveProduct: yesNo(policy.active),
    coverageEffectiveDate: shownDate(policy.coverageEffectiveDate),
    suppressPaymentDueDate: yesNo(policy.suppressPaymentDueDate),
    paymentDueDateLabel: policy.paymentDueDateLabel,
    paymentDueDate: shownDate(policy.billing.dueDate),
    ...(!policy.active && { amountDue: decimalOf(totalDue(policy.billing)) }),
    ...coverage,
    benefitAmount: decimalOf(policy.benefitAmount),
    isInsuranceProduct: yesNo(policy.isInsuranceProduct),
    isCancerOrHipOrHap: yesNo(policy.isCancerOrHipOrHap),
    owner: policy.owner,
    annualPremium: decimalOf(policy.annualPremium),
    annualPremiumSpecialCharacter: cleanHtml(policy.annualPremiumSpecialCharacter),
    paymentFrequency: frequencyLabel(policy.billing, policy.billing.frequencyCode),
    creditLeft: decimalOf(creditLeft(policy.billing)),
    message: cleanHtml(policy.message),
  }
}

function riderOf(rider: PolicyDetail["riders"][number]): Rider {
  return {
    productDesc: rider.productDesc,
    policyNumber: rider.policyNumber,
    policyStatus: rider.policyStatus,
    coverageEffectiveDate: shownDate(rider.coverageEffectiveDate),
    benefitAmount: decimalOf(rider.benefitAmount),
    annualPremium: decimalOf(rider.annualPremium),
  }
}

function documentOf(entry: PolicyDetail["documents"][number]): DocumentEntry {
  return {
    documentId: entry.documentId,
    documentSource: entry.documentSource,
    documentCategory: entry.documentCategory,
    documentTypeId: entry.documentTypeId,
    documentName: entry.documentName,
    documentCreatedDate: shownDate(entry.documentCreatedDate),
  }
}

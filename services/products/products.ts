import { ApiError } from "#contracts/messages.ts"
import { decimalOf } from "#contracts/money.ts"
import type {
  ActiveProduct,
  DocumentEntry,
  InactiveProduct,
  ProductDetail,
  products,
  Rider,
} from "#contracts/products/products.ts"
import type { Clock } from "#platform/clock.ts"
import { cleanHtml } from "#platform/text/clean-html.ts"
import { shownDate } from "#platform/text/dates.ts"
import { yesNo } from "#platform/text/yes-no.ts"
import type { Policy, PolicyAdmin, PolicyDetail } from "#ports/policy-admin/port.ts"
import type { Handlers } from "../call-request.ts"
import { paymentStatusOf, totalDue } from "./due-status.ts"
import { holderOf } from "./holder.ts"

/** What a customer holds, and held. */
export function createProducts({ policyAdmin, clock }: { policyAdmin: PolicyAdmin; clock: Clock }) {
  const handlers: Handlers<typeof products> = {
    async "POST /myaccount-core/productSummary"({ session, body }) {
      const { products: held } = await holderOf(policyAdmin, session, body.policyNumber)
      const today = clock.today()
      return {
        activeProducts: held.filter(({ active }) => active).map((one) => activeOf(one, today)),
        inactiveProducts: held.filter(({ active }) => !active).map((one) => inactiveOf(one, today)),
        messages: [],
      }
    },

    async "POST /myaccount-core/productDetails"({ session, body }) {
      const { client, accountNumber } = session
      const detail = await policyAdmin.policy(client, accountNumber, body.policyNumber)
      if (!detail) throw new ApiError("request.notFound")
      return {
        productDetail: detailOf(detail.policy),
        additionalInsured: detail.additionalInsured.map(({ fullName, relationship }) => {
          return { fullName, relationship }
        }),
        optionalRiders: detail.riders.map(riderOf),
        productDocuments: detail.documents.map(documentOf),
        correspondences: detail.correspondences.map(documentOf),
        messages: [],
      }
    },
  }

  return { handlers }
}

function activeOf(policy: Policy, today: Temporal.PlainDate): ActiveProduct {
  return {
    policyNumber: policy.policyNumber,
    productDesc: policy.productDesc,
    coverageType: policy.coverageType,
    coverageEffectiveDate: shownDate(policy.coverageEffectiveDate),
    annualPremium: decimalOf(policy.annualPremium),
    annualPremiumSpecialCharacter: cleanHtml(policy.annualPremiumSpecialCharacter),
    currentPaymentFrequecyType: frequencyOf(policy),
    dueDate: shownDate(policy.billing.dueDate),
    paymentStatusDisplayStyle: paymentStatusOf(policy.billing, today).paymentStatusDisplayStyle,
    isInsuranceProduct: yesNo(policy.isInsuranceProduct),
  }
}

function inactiveOf(policy: Policy, today: Temporal.PlainDate): InactiveProduct {
  const { amountPaid, paidThrough } = policy.billing
  return {
    ...activeOf(policy, today),
    amountDue: decimalOf(totalDue(policy.billing)),
    amountPaid: decimalOf(amountPaid),
    paidThrough: shownDate(paidThrough),
  }
}

function detailOf(policy: Policy): ProductDetail {
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
    benefitAmount: decimalOf(policy.benefitAmount),
    isInsuranceProduct: yesNo(policy.isInsuranceProduct),
    isCancerOrHipOrHap: yesNo(policy.isCancerOrHipOrHap),
    owner: policy.owner,
    annualPremium: decimalOf(policy.annualPremium),
    annualPremiumSpecialCharacter: cleanHtml(policy.annualPremiumSpecialCharacter),
    paymentFrequency: frequencyOf(policy),
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

function frequencyOf({ billing }: Policy): string {
  return billing.frequencies.find(({ code }) => code === billing.frequencyCode)?.label ?? ""
}

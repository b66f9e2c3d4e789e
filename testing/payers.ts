import { samplesOf } from "#ports/policy-admin/declared-field.ts"
import type { PersonRecord } from "#ports/policy-admin/embedded/people.load.ts"
import { personFields } from "#ports/policy-admin/person-fields.ts"
import { productFields } from "#ports/policy-admin/product-fields.ts"

/** The plan number of one product of the payer with this number. */
export function payerPolicy(payer: number, product = 0): string {
  return String(8_000_000_000 + payer * 1_000 + product)
}

export function payerAccount(payer: number): string {
  return `PAYER-${payer}`
}

/** Cents that are due for each product of `payers`. */
export const payerDue = 4_275

/** People who owe one payment for each of their products. */
export function payers(count: number, products = 1): PersonRecord[] {
  return Array.from({ length: count }, (_, payer) => ({
    person: {
      ...samplesOf(personFields),
      accountNumber: payerAccount(payer),
      personNumber: `P-${payer}`,
      firstName: "Ines",
      lastName: `Varga ${payer}`,
      emailAddress: `ines.varga.${payer}@example.com`,
      phoneNumber: "",
      isEmailSubscribed: payer % 2 === 0,
      editBlocked: { address: "", phoneNumber: "", email: "", save: "" },
      address: {
        addressLine1: "12 Quay Street",
        addressLine2: "",
        addressLine3: "",
        cityName: "Portland",
        stateCode: "ME",
        zipCode: "04101",
      },
    },
    products: Array.from({ length: products }, (_, product) => owing(payerPolicy(payer, product))),
  }))
}

function owing(policyNumber: string): PersonRecord["products"][number] {
  return {
    policy: {
      ...samplesOf(productFields),
      policyNumber,
      annualPremium: 51_300,
      billing: {
        kind: "direct",
        frequencyCode: "M",
        frequencies: [{ code: "M", label: "Monthly", amount: payerDue, fee: 0 }],
        hasBillingFee: false,
        paymentMethodRecordId: null,
        paymentMethodLabel: "",
        amountPaid: 0,
        paidThrough: null,
        skippedDueDates: [],
        dueDate: "2026-03-15",
        amountDue: payerDue,
        amountDueSpecialCharacter: "",
        pastDueAmount: 0,
        adjustment: 0,
        billingCredit: 0,
        alreadyPaid: 0,
        openAmounts: [],
        showAmountBreakdown: false,
        disclaimer: "",
        payNowBlocked: "",
        changeBlocked: "",
      },
    },
    additionalInsured: [],
    riders: [],
    documents: [],
    correspondences: [],
  }
}

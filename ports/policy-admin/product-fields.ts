import type { DeclaredFields } from "./declared-field.ts"

/**
 * The fields of a product in the order of the contract. A new one needs its column in a migration
 * that also adds it to the view `policy_admin.product_facts`, and its row in docs/import.md.
 */
export const productFields = {
  policyNumber: {
    kind: "planNumber",
    privacy: "reference",
    sample: "7000000001",
    description: "The plan number, by which customers register, find and pay the product.",
  },
  productDesc: {
    kind: "words",
    most: 200,
    privacy: "product",
    sample: "Term Life",
    description: "The name of the product, as customers read it.",
  },
  productFamily: {
    kind: "text",
    most: 60,
    absent: "",
    privacy: "product",
    sample: "",
    description: "Selects texts of the brand, such as EAPLUS; empty for none.",
  },
  active: {
    kind: "yesNo",
    absent: true,
    privacy: "product",
    sample: true,
    description:
      "Whether the product is in force: only an active one is billed and shown among those to pay.",
  },
  policyStatus: {
    kind: "words",
    most: 60,
    privacy: "product",
    sample: "Active",
    description:
      "The status, as customers read it, such as Active or Lapsed. It decides nothing: `active` does.",
  },
  isInsuranceProduct: {
    kind: "yesNo",
    privacy: "product",
    sample: true,
    description: "Whether texts call it insurance (true) or a membership plan (false).",
  },
  isCancerOrHipOrHap: {
    kind: "yesNo",
    absent: false,
    privacy: "product",
    sample: false,
    description:
      "Whether customers read Daily Hospital Benefit (true) or Base Benefit (false) before the benefit of an insurance product.",
  },
  coverageType: {
    kind: "text",
    most: 60,
    privacy: "product",
    sample: "Individual",
    description: "The kind of coverage, as customers read it, such as Individual or Family.",
  },
  coverageEffectiveDate: {
    kind: "date",
    range: { since: "1900-01-01", ahead: 10 },
    absent: null,
    privacy: "product",
    sample: "2019-05-01",
    description: "The first day of the coverage; null to show none.",
  },
  benefitAmount: {
    kind: "cents",
    most: 99_999_999.99,
    // Account systems use this amount if there is no benefit.
    absent: 100,
    privacy: "product",
    sample: 2_500_000,
    description: "The benefit; 1.00 stands for none and is not shown.",
  },
  owner: {
    kind: "text",
    most: 120,
    absent: "",
    privacy: "identity",
    sample: "",
    description: "The full name of the owner, as customers read it; empty to show none.",
  },
  annualPremium: {
    kind: "cents",
    privacy: "product",
    sample: 31_200,
    description:
      "The price of a year, shown with the product. What is billed is in `billing.frequencies`.",
  },
  annualPremiumSpecialCharacter: {
    kind: "html",
    absent: "",
    privacy: "product",
    sample: "",
    description: "HTML after the annual premium, such as a superscript mark; empty for none.",
  },
  suppressPaymentDueDate: {
    kind: "yesNo",
    absent: false,
    privacy: "product",
    sample: false,
    description: "Whether the due date is hidden.",
  },
  paymentDueDateLabel: {
    kind: "words",
    most: 60,
    absent: "Payment due date",
    privacy: "product",
    sample: "Payment due date",
    description: "The words before the due date, such as Payment due date.",
  },
  message: {
    kind: "html",
    absent: "",
    privacy: "product",
    sample: "",
    description: "HTML that is shown with the details of the product; empty for none.",
  },
  coveredUntil: {
    kind: "date",
    range: { back: 7, ahead: 10 },
    absent: null,
    isOptional: true,
    privacy: "money",
    sample: "2026-11-30",
    description:
      "The last day that the payments posted so far cover (the paid-to date), also while nothing is open. My Account never calculates it: customers read this date or none. If it is null, `coveredUntil` of the oldest open bill counts.",
  },
  graceUntil: {
    kind: "date",
    range: { back: 7, ahead: 10 },
    absent: null,
    isOptional: true,
    privacy: "money",
    sample: "2026-12-31",
    description:
      "The last day on which coverage continues without another payment, if it is after `coveredUntil` (the end of the grace period); null if coverage ends with `coveredUntil`.",
  },
} as const satisfies DeclaredFields

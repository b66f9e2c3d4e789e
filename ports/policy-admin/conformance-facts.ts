import { samplesOf } from "./declared-field.ts"
import { personFields } from "./person-fields.ts"
import type { Person, Policy, PolicyDetail } from "./port.ts"
import { productFields } from "./product-fields.ts"

/** A person in the form in which tests load them into the account system. */
type PersonFacts = Omit<Person, "policyNumber" | "contactVersion">

/** The facts that an account system must hold for the conformance suite. */
export type Facts = Record<string, { person: PersonFacts; products: PolicyDetail[] }[]>

function person(
  accountNumber: string,
  facts: Partial<Omit<PersonFacts, "accountNumber">> = {},
): PersonFacts {
  return {
    ...samplesOf(personFields),
    accountNumber,
    personNumber: `P-${accountNumber}`,
    firstName: "Ines",
    lastName: "Varga",
    emailAddress: "ines.varga@example.com",
    phoneNumber: "",
    address: {
      addressLine1: "12 Quay Street",
      addressLine2: "",
      addressLine3: "",
      cityName: "Portland",
      stateCode: "ME",
      zipCode: "04101",
    },
    isEmailSubscribed: true,
    editBlocked: { address: "", phoneNumber: "", email: "", save: "" },
    ...facts,
  }
}

function product(
  policyNumber: string,
  facts: Partial<Omit<Policy, "policyNumber">> = {},
  detail: Partial<Omit<PolicyDetail, "policy">> = {},
): PolicyDetail {
  return {
    policy: {
      ...samplesOf(productFields),
      policyNumber,
      billing: {
        kind: "direct",
        frequencyCode: "M",
        frequencies: [{ code: "M", label: "Monthly", amount: 2_600, fee: 0 }],
        hasBillingFee: false,
        paymentMethodRecordId: null,
        paymentMethodLabel: "",
        amountPaid: 0,
        paidThrough: null,
        skippedDueDates: [],
        dueDate: "2031-12-31",
        amountDue: 2_600,
        amountDueSpecialCharacter: "",
        pastDueAmount: 0,
        adjustment: 0,
        billingCredit: 0,
        alreadyPaid: 0,
        openAmounts: [{ dueDate: "2031-12-31", cost: 2_600, owed: 2_600 }],
        showAmountBreakdown: false,
        disclaimer: "",
        payNowBlocked: "",
        changeBlocked: "",
      },
      ...facts,
    },
    additionalInsured: [],
    riders: [],
    documents: [],
    correspondences: [],
    ...detail,
  }
}

/** A product with a value in every field, and amounts that a float cannot represent. */
export const everything = product(
  "7000000001",
  {
    productDesc: 'Hospital "Daily" & Recovery — Größe <II>',
    productFamily: "HOSPITAL",
    policyStatus: "Active, premium waived",
    isInsuranceProduct: false,
    isCancerOrHipOrHap: true,
    coverageType: "Family",
    coverageEffectiveDate: "2016-02-29",
    benefitAmount: 199_999_999,
    owner: "Ines Varga O'Brien-Nuñez",
    annualPremium: 110_003,
    annualPremiumSpecialCharacter: "<sup>1</sup>",
    suppressPaymentDueDate: true,
    paymentDueDateLabel: "Next draft date",
    message: "<p>Keep this for your records.</p>",
    billing: {
      kind: "combined",
      frequencyCode: "Q",
      frequencies: [
        { code: "Q", label: "Quarterly", amount: 27_501, fee: 150 },
        { code: "A", label: "Annually", amount: 110_003, fee: 0 },
        { code: "M", label: "Monthly", amount: 9_167, fee: 1 },
      ],
      hasBillingFee: true,
      paymentMethodRecordId: "PM-1",
      paymentMethodLabel: "Visa ending in 4242",
      amountPaid: 1,
      paidThrough: "2020-01-31",
      skippedDueDates: [],
      dueDate: "2028-02-29",
      amountDue: 27_501,
      amountDueSpecialCharacter: "<sup>*</sup>",
      pastDueAmount: 33,
      adjustment: -1_999,
      billingCredit: 5,
      alreadyPaid: 0,
      openAmounts: [
        { dueDate: "2028-02-29", cost: 33, owed: 33 },
        { dueDate: "2028-05-29", cost: 27_501, owed: 29_495 },
      ],
      showAmountBreakdown: true,
      disclaimer: "Includes a policy fee.",
      payNowBlocked: "A payment is being processed.",
      changeBlocked: "Pay what is past due first.",
    },
  },
  {
    additionalInsured: [
      { fullName: "Zora Varga", relationship: "Daughter" },
      { fullName: "Adam Varga", relationship: "Spouse" },
    ],
    riders: ["Waiver of Premium", "Accidental Death"].map((productDesc, index) => ({
      productDesc,
      policyNumber: "7000000001",
      policyStatus: "Active",
      coverageEffectiveDate: index === 0 ? null : "2016-03-01",
      benefitAmount: 10 + index,
      annualPremium: 1_299,
    })),
    documents: ["2021-06-30", "2024-01-01"].map((documentCreatedDate, index) => ({
      documentId: `D-${index}`,
      documentSource: "POLICY",
      documentCategory: "CONTRACT",
      documentTypeId: "17",
      documentName: "Certificate of insurance",
      documentCreatedDate,
    })),
    correspondences: [
      {
        documentId: "D-0",
        documentSource: "LETTERS",
        documentCategory: "BILL",
        documentTypeId: "4",
        documentName: "Premium notice",
        documentCreatedDate: "2023-10-05",
      },
    ],
  },
)

/** A product with several payment methods, on auto pay with a fee. */
const withFees = product("7000000077", {
  billing: {
    ...everything.policy.billing,
    kind: "direct",
    frequencies: [
      { code: "M", label: "Monthly", amount: 9_167, fee: 150 },
      { code: "Q", label: "Quarterly", amount: 27_501, fee: 100 },
    ],
    frequencyCode: "M",
    paymentMethodRecordId: null,
    paymentMethodLabel: "",
    amountDue: 9_167,
    pastDueAmount: 0,
    openAmounts: [{ dueDate: "2028-02-29", cost: 9_167, owed: 11_161 }],
  },
})

export const facts: Facts = {
  "first-client": [
    {
      person: person("A1", {
        firstName: "María-José",
        lastName: "Wolfeschlegelsteinhausenbergerdorff-O'Brien",
        phoneNumber: "2075550123",
        isEmailSubscribed: false,
        editBlocked: {
          address: "Your move is being worked on.",
          phoneNumber: "It is being confirmed — “call”.",
          email: "Emails came back.",
          save: "Locked.",
        },
        address: {
          addressLine1: "1 First Street",
          addressLine2: "Apartment 2",
          addressLine3: "c/o Harbour House",
          cityName: "Bath",
          stateCode: "ME",
          zipCode: "04530-1234",
        },
      }),
      products: [
        product("7000000009", { coverageEffectiveDate: "2022-01-01" }),
        everything,
        product("7000000003", {
          active: false,
          policyStatus: "Lapsed",
          coverageEffectiveDate: "1999-12-31",
        }),
        product("7000000002", { coverageEffectiveDate: null }),
      ],
    },
    { person: person("A2"), products: [] },
    {
      person: person("A3"),
      products: [
        product("7000000031", { active: false, coverageEffectiveDate: "2005-06-01" }),
        product("7000000030", { active: false, coverageEffectiveDate: "2001-06-01" }),
      ],
    },
  ],
  "second-client": [
    {
      // The same account and plan number as at the first client; each client has its own numbers.
      person: person("A1", { firstName: "Tove", lastName: "Lind" }),
      products: [product("7000000001"), product("7000000088"), withFees, product("7000000066")],
    },
  ],
}

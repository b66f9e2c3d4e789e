import { billFields } from "../bill-fields.ts"
import { samplesOf } from "../declared-field.ts"
import { personFields } from "../person-fields.ts"
import type { Billing, Person, Policy } from "../port.ts"
import { productFields } from "../product-fields.ts"
import type { OperationName, ReplyOf, RequestOf } from "./operations.ts"

const client = "harbor"
const accountNumber = "HM-100234"
const policyNumber = productFields.policyNumber.sample
const ofPerson = { client, accountNumber }
const ofProduct = { ...ofPerson, policyNumber }

const person: Person = {
  accountNumber,
  ...samplesOf(personFields),
  emailAddress: "maria.santos@example.com",
  phoneNumber: "2075550123",
  address: {
    addressLine1: "12 Quay Street",
    addressLine2: "",
    addressLine3: "",
    cityName: "Portland",
    stateCode: "ME",
    zipCode: "04101",
  },
  contactVersion: "f3a1c7d2-6c0f-4b8e-9a54-2d7f9a1b0c33",
  editBlocked: { address: "", phoneNumber: "", email: "", save: "" },
  isEmailSubscribed: true,
  policyNumber,
}

const billing: Billing = {
  kind: "direct",
  frequencyCode: "M",
  frequencies: [
    { code: "M", label: "Monthly", amount: 2_600, fee: 100 },
    { code: "A", label: "Annually", amount: 31_200, fee: 0 },
  ],
  hasBillingFee: false,
  paymentMethodRecordId: null,
  paymentMethodLabel: "",
  amountPaid: 62_400,
  paidThrough: "2026-11-30",
  skippedDueDates: [],
  dueDate: "2026-12-01",
  amountDue: 2_600,
  amountDueSpecialCharacter: "",
  pastDueAmount: 0,
  adjustment: 0,
  billingCredit: 0,
  alreadyPaid: 0,
  openAmounts: [{ dueDate: "2026-12-01", cost: 2_600, owed: 2_600 }],
  showAmountBreakdown: false,
  disclaimer: "",
  payNowBlocked: "",
  changeBlocked: "",
}

const policy: Policy = { ...samplesOf(productFields), owner: "Maria Santos", billing }

const document = {
  documentId: "D-50217",
  documentSource: "POLICY",
  documentCategory: "CONTRACT",
  documentTypeId: "17",
  documentName: "Certificate of insurance",
  documentCreatedDate: "2019-05-01",
}
const { documentId, documentSource, documentCategory } = document

const bill = {
  number: 12,
  periodFrom: "2026-12-01",
  periodTo: "2026-12-31",
  dueDate: "2026-12-01",
  premium: 2_600,
  fee: 0,
  adjustment: 0,
  credit: 0,
  owed: 2_600,
  ...samplesOf(billFields),
}

const charge = {
  date: "2026-12-01",
  dueDates: ["2026-12-01"],
  billNumbers: [12],
  amount: 2_600,
  premium: 2_600,
  fee: 0,
  adjustment: 0,
  credit: 0,
  alreadyPaid: 0,
}

const paymentId = "0b7c8a52-3c1d-4f51-8a39-5e6c2d1f9b10"
const refundId = "5d1f9b10-8a39-4f51-9c1d-0b7c8a523c1d"
const paid = { kind: "payment", amount: 2_600, on: "2026-11-24" } as const
const refund = { client, paymentId, refundId, amount: 600, reopens: true }
const correction = { ...ofProduct, on: "2026-11-25", note: "Goodwill (agent.kim)" }
const monthly = { frequencyCode: "M", paymentMethodRecordId: null }
const wanted = { frequencyCode: "M", paymentMethodRecordId: "PM-9" }
const label = { paymentMethodLabel: "Visa ending in 4242" }
const { contactVersion: version, emailAddress, phoneNumber, address } = person
const today = "2026-11-24"

/** One request and its reply for each operation, in decoded form. */
export const examples: {
  [Name in OperationName]: { request: RequestOf<Name>; reply: ReplyOf<Name> }
} = {
  available: { request: {}, reply: { isAvailable: true } },
  person: { request: ofPerson, reply: { person } },
  personByPolicyNumber: { request: { client, policyNumber }, reply: { person } },
  find: {
    request: { clients: [client], key: { policyNumber } },
    reply: { people: [{ client, person }] },
  },
  account: { request: ofPerson, reply: { account: { person, products: [policy] } } },
  activeProducts: { request: ofProduct, reply: { products: [policy] } },
  product: { request: ofProduct, reply: { product: policy } },
  policy: {
    request: ofProduct,
    reply: {
      policy: {
        policy,
        coveredUntil: "2026-12-31",
        additionalInsured: [{ fullName: "Adam Santos", relationship: "Spouse" }],
        riders: [],
        documents: [document],
        correspondences: [],
      },
    },
  },
  document: {
    request: { ...ofPerson, key: { documentId, documentSource, documentCategory } },
    reply: { document },
  },
  openBills: { request: ofProduct, reply: { bills: [bill] } },
  entries: {
    request: ofProduct,
    reply: { entries: [{ ...paid, lot: paymentId, cause: paymentId, billNumber: 11, note: "" }] },
  },
  nextCharge: {
    request: { ...ofProduct, question: { today, minimum: 50 } },
    reply: { charge },
  },
  comingBills: {
    request: { ...ofProduct, question: { today, until: "2027-11-24" } },
    reply: {
      bills: [{ dueDate: "2026-12-01", owed: 2_600, isIssued: true, isSkipped: false }],
      isComplete: true,
    },
  },
  chargesAfter: {
    request: { ...ofProduct, question: { today, minimum: 50, choices: [wanted] } },
    reply: { charges: [{ next: charge, openBills: [bill], unapplied: 0, unappliedOwn: 0 }] },
  },
  postings: {
    request: { client, from: "2026-11-01", to: today },
    reply: { postings: [{ ...paid, id: paymentId }] },
  },
  autoPayDue: {
    request: { client, today, after: null, limit: 100 },
    reply: {
      due: [
        {
          ...{ ...ofProduct, productDesc: "Term Life", dueDate: today, amount: 2_600 },
          ...{ billNumbers: [12], dueDates: [today], paymentMethodRecordId: "PM-9" },
        },
      ],
    },
  },
  applyPayment: {
    request: { ...ofProduct, paymentId, amount: 2_600, paidOn: today, billNumbers: [12] },
    reply: { paymentId },
  },
  returnPayment: {
    request: { client, paymentId, returnedOn: "2026-11-27" },
    reply: { paymentId },
  },
  refundPayment: { request: { ...refund, refundedOn: "2026-11-26" }, reply: { refundId } },
  failRefund: { request: { ...refund, failedOn: "2026-11-30" }, reply: { refundId } },
  postCredit: {
    request: { ...correction, creditId: "C-1", amount: 400 },
    reply: { creditId: "C-1", isPosted: true },
  },
  writeOff: {
    request: { ...correction, writeOffId: "W-1", billNumber: 12, amount: 250 },
    reply: { writeOffId: "W-1", amount: 250 },
  },
  reverseCorrection: {
    request: { ...correction, reversalId: "R-1", reverses: "C-1" },
    reply: { reversalId: "R-1", amount: 400 },
  },
  changeContact: {
    request: { ...ofPerson, version, contact: { emailAddress, phoneNumber, address } },
    reply: { accountNumber, isChanged: true },
  },
  setEmailSubscribed: {
    request: { ...ofPerson, isSubscribed: false },
    reply: { accountNumber, isChanged: true },
  },
  changeBilling: {
    request: { ...ofProduct, changedOn: today, seen: monthly, wanted: { ...wanted, ...label } },
    reply: { policyNumber, result: "made" },
  },
  skipCharge: {
    request: { ...ofProduct, dueDates: ["2026-12-01"] },
    reply: { policyNumber, isKnown: true },
  },
  issueBills: { request: { client, today }, reply: { client, billsIssued: 40 } },
}

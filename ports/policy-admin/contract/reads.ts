import { z } from "zod"
import {
  autoPayDue,
  billNumbers,
  chargeAfter,
  comingBill,
  dates,
  ledgerEntry,
  nextCharge,
  openBill,
  posting,
} from "./bills.ts"
import { operation } from "./operation.ts"
import { account, foundPerson, person } from "./people.ts"
import { documentEntry, documentKeyShape, policy, policyDetail } from "./policies.ts"
import { money, plainDate, text } from "./values.ts"

const ofPerson = { client: text, accountNumber: text }
const ofProduct = { ...ofPerson, policyNumber: text }
export const billingChoice = z.object({
  frequencyCode: text,
  paymentMethodRecordId: text.nullable(),
})

type Numbered = { policyNumber: string }

/** The operations that only read. They may be repeated freely. */
export const reads = {
  available: operation({
    summary: "Whether the account system answers now.",
    method: "GET",
    request: z.object({}),
    reply: z.object({ isAvailable: z.literal(true) }),
    seconds: 2,
  }),
  person: operation({
    summary: "A person by account number.",
    request: z.object(ofPerson),
    reply: z.object({ person: person.nullable() }),
    seconds: 6,
    isAbout: (asked, { person }) => person === null || person.accountNumber === asked.accountNumber,
  }),
  personByPolicyNumber: operation({
    summary: "The person with this plan number, active or not.",
    request: z.object({ client: text, policyNumber: text }),
    reply: z.object({ person: person.nullable() }),
    seconds: 6,
  }),
  find: operation({
    summary: "The people of several clients with this plan number or account number.",
    rules:
      "In the order of their clients. Capitals and separators in an account number do not count.",
    request: z.object({
      clients: z.array(text).readonly(),
      key: z.union([z.object({ policyNumber: text }), z.object({ accountNumber: text })]),
    }),
    reply: z.object({ people: z.array(foundPerson) }),
    seconds: 6,
    isAbout: ({ clients }, { people }) => people.every(({ client }) => clients.includes(client)),
  }),
  account: operation({
    summary: "The person and all their products.",
    request: z.object(ofPerson),
    reply: z.object({ account: account.nullable() }),
    seconds: 6,
    isAbout: (asked, { account }) =>
      account === null || account.person.accountNumber === asked.accountNumber,
  }),
  activeProducts: operation({
    summary: "The active products of a person, and the one with this plan number, active or not.",
    rules: "`products` is null for an unknown person.",
    request: z.object(ofProduct),
    reply: z.object({ products: z.array(policy).nullable() }),
    seconds: 6,
  }),
  product: operation({
    summary: "One product of a person without its parts.",
    rules: "Null if it belongs to another person.",
    request: z.object(ofProduct),
    reply: z.object({ product: policy.nullable() }),
    seconds: 6,
    isAbout: (asked, { product }) => isNumbered(asked, product),
  }),
  policy: operation({
    summary: "One product of a person with all its parts.",
    rules: "Null if it belongs to another person.",
    request: z.object(ofProduct),
    reply: z.object({ policy: policyDetail.nullable() }),
    seconds: 6,
    isAbout: (asked, { policy }) => policy === null || isNumbered(asked, policy.policy),
  }),
  document: operation({
    summary: "One document of a person, of any product.",
    rules: "Null if it belongs to another person.",
    request: z.object({ ...ofPerson, key: documentKeyShape }),
    reply: z.object({ document: documentEntry.nullable() }),
    seconds: 6,
    isAbout: ({ key }, { document }) =>
      document === null ||
      (document.documentId === key.documentId &&
        document.documentSource === key.documentSource &&
        document.documentCategory === key.documentCategory),
  }),
  openBills: operation({
    summary: "The bills of a product that are not settled, oldest first.",
    request: z.object(ofProduct),
    reply: z.object({ bills: z.array(openBill) }),
    seconds: 6,
  }),
  entries: operation({
    summary: "The entries of a product in the order of posting.",
    request: z.object(ofProduct),
    reply: z.object({ entries: z.array(ledgerEntry) }),
    seconds: 10,
  }),
  nextCharge: operation({
    summary: "The next charge of auto pay for a product.",
    rules:
      "What is due by `today`, else the next bill, issued or not, without skipped bills. For a product without auto pay: the oldest open bill, also a skipped one, else the next bill. Bills whose sum is smaller than `minimum` are charged together with the next one. `dueDates` leaves out bills that are due on any other date; it is ignored when no bill, open or settled, was due on one of these. Null when no further bill is known, or a credit covers all bills of the next years.",
    request: z.object({
      ...ofProduct,
      question: z.object({
        today: plainDate,
        minimum: money.optional(),
        dueDates: dates.readonly().optional(),
      }),
    }),
    reply: z.object({ charge: nextCharge.nullable() }),
    seconds: 6,
  }),
  comingBills: operation({
    summary: "The bills of a product that are open on `today` or due by `until`, oldest first.",
    rules:
      "As if nothing changes and nothing is paid. `isComplete` is false if later bills before `until` are not known. For an unknown product, and under another client's or person's number: no bills, and `isComplete` false, because nothing is known.",
    request: z.object({
      ...ofProduct,
      question: z.object({ today: plainDate, until: plainDate }),
    }),
    reply: z.object({ bills: z.array(comingBill), isComplete: z.boolean() }),
    seconds: 6,
  }),
  chargesAfter: operation({
    summary: "A product as it would be after each of these changes of how it is paid.",
    rules:
      "One reply for each choice, in their order; empty for an unknown product. Without auto pay, the next bill is none of `underWay`.",
    request: z.object({
      ...ofProduct,
      question: z.object({
        today: plainDate,
        minimum: money,
        choices: z.array(billingChoice).readonly(),
        underWay: billNumbers.readonly().optional(),
      }),
    }),
    reply: z.object({ charges: z.array(chargeAfter) }),
    seconds: 6,
    isAbout: ({ question }, { charges }) =>
      charges.length === 0 || charges.length === question.choices.length,
  }),
  postings: operation({
    summary: "All postings of My Account with a day from `from` to `to`, both included.",
    rules:
      "Payments, returns, refunds, credits, write-offs and their reversals, for all products of the client.",
    request: z.object({ client: text, from: plainDate, to: plainDate }),
    reply: z.object({ postings: z.array(posting) }),
    seconds: 60,
    isAbout: ({ from, to }, { postings }) => postings.every(({ on }) => from <= on && on <= to),
  }),
  autoPayDue: operation({
    summary: "Products of the client on auto pay with open bills that are due by `today`.",
    rules: "At most `limit`, in a stable order, after `after`; null begins.",
    request: z.object({
      client: text,
      today: plainDate,
      after: autoPayDue.nullable(),
      limit: z.int().positive(),
    }),
    reply: z.object({ due: z.array(autoPayDue) }),
    seconds: 60,
    isAbout: ({ client, limit }, { due }) =>
      due.length <= limit && due.every((one) => one.client === client),
  }),
}

function isNumbered(asked: Numbered, product: Numbered | null): boolean {
  return product === null || product.policyNumber === asked.policyNumber
}

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
import { echoOf, operation } from "./operation.ts"
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

/** Rows do not name their product, so the reply can. */
const namesProduct = {
  policyNumber: text.optional().meta({
    description: "The one of the request. A reply that names another one is refused.",
  }),
}

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
    strayField: (asked, { person }) => (isOf(asked, person) ? undefined : "person.accountNumber"),
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
    strayField: ({ clients, key }, { people }) =>
      strayRow("people", people, ({ client, person }) => {
        if (!clients.includes(client)) return "client"
        if (!("accountNumber" in key)) return undefined
        const isFound = plain(person.accountNumber) === plain(key.accountNumber)
        return isFound ? undefined : "person.accountNumber"
      }),
  }),
  account: operation({
    summary: "The person and all their products.",
    request: z.object(ofPerson),
    reply: z.object({ account: account.nullable() }),
    seconds: 6,
    strayField: (asked, { account }) => {
      if (!isOf(asked, account?.person ?? null)) return "account.person.accountNumber"
      return repeatedProduct("account.products", account?.products)
    },
  }),
  activeProducts: operation({
    summary: "The active products of a person, and the one with this plan number, active or not.",
    rules: "`products` is null for an unknown person.",
    request: z.object(ofProduct),
    reply: z.object({ products: z.array(policy).nullable() }),
    seconds: 6,
    strayField: (_asked, { products }) => repeatedProduct("products", products),
  }),
  product: operation({
    summary: "One product of a person without its parts.",
    rules: "Null if it belongs to another person.",
    request: z.object(ofProduct),
    reply: z.object({ product: policy.nullable() }),
    seconds: 6,
    strayField: (asked, { product }) =>
      isNumbered(asked, product) ? undefined : "product.policyNumber",
  }),
  policy: operation({
    summary: "One product of a person with all its parts.",
    rules: "Null if it belongs to another person.",
    request: z.object(ofProduct),
    reply: z.object({ policy: policyDetail.nullable() }),
    seconds: 6,
    strayField: (asked, { policy }) =>
      isNumbered(asked, policy?.policy ?? null) ? undefined : "policy.policy.policyNumber",
  }),
  document: operation({
    summary: "One document of a person, of any product.",
    rules: "Null if it belongs to another person.",
    request: z.object({ ...ofPerson, key: documentKeyShape }),
    reply: z.object({ document: documentEntry.nullable() }),
    seconds: 6,
    strayField({ key }, { document }) {
      const other = documentKeyShape
        .keyof()
        .options.find((name) => document !== null && document[name] !== key[name])
      return other && `document.${other}`
    },
  }),
  openBills: operation({
    summary: "The bills of a product that are not settled, oldest first.",
    request: z.object(ofProduct),
    reply: z.object({ bills: z.array(openBill), ...namesProduct }),
    seconds: 6,
    strayField: strayProduct,
  }),
  entries: operation({
    summary: "The entries of a product in the order of posting.",
    request: z.object(ofProduct),
    reply: z.object({ entries: z.array(ledgerEntry), ...namesProduct }),
    seconds: 10,
    strayField: strayProduct,
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
    reply: z.object({ charge: nextCharge.nullable(), ...namesProduct }),
    seconds: 6,
    strayField: strayProduct,
  }),
  comingBills: operation({
    summary: "The bills of a product that are open on `today` or due by `until`, oldest first.",
    rules:
      "As if nothing changes and nothing is paid. `isComplete` is false if later bills before `until` are not known. For an unknown product, and under another client's or person's number: no bills, and `isComplete` false, because nothing is known.",
    request: z.object({
      ...ofProduct,
      question: z.object({ today: plainDate, until: plainDate }),
    }),
    reply: z.object({ bills: z.array(comingBill), isComplete: z.boolean(), ...namesProduct }),
    seconds: 6,
    strayField: strayProduct,
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
    reply: z.object({ charges: z.array(chargeAfter), ...namesProduct }),
    seconds: 6,
    strayField(asked, reply) {
      const counts = [0, asked.question.choices.length]
      return counts.includes(reply.charges.length) ? strayProduct(asked, reply) : "charges"
    },
  }),
  postings: operation({
    summary: "All postings of My Account with a day from `from` to `to`, both included.",
    rules:
      "Payments, returns, refunds, credits, write-offs and their reversals, for all products of the client.",
    request: z.object({ client: text, from: plainDate, to: plainDate }),
    reply: z.object({ postings: z.array(posting) }),
    seconds: 60,
    strayField: ({ from, to }, { postings }) =>
      strayRow("postings", postings, ({ on }) => (from <= on && on <= to ? undefined : "on")),
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
    rows: { field: "due", row: autoPayDue },
    strayField({ client, today, limit }, { due }) {
      if (due.length > limit) return "due"
      return strayRow("due", due, (one) => {
        if (one.client !== client) return "client"
        return one.dueDate > today ? "dueDate" : undefined
      })
    },
  }),
}

function isNumbered(asked: Numbered, product: Numbered | null): boolean {
  return product === null || product.policyNumber === asked.policyNumber
}

function isOf(asked: { accountNumber: string }, person: { accountNumber: string } | null): boolean {
  return person === null || person.accountNumber === asked.accountNumber
}

/** The field of the product that a reply names, if it differs from the request. */
function strayProduct(asked: Numbered, reply: Partial<Numbered>): string | undefined {
  return reply.policyNumber === undefined
    ? undefined
    : echoOf("policyNumber")(asked, reply as Numbered)
}

/** The field of the first row that is about something else; `fieldOf` returns its name. */
function strayRow<Row>(
  list: string,
  rows: readonly Row[],
  fieldOf: (row: Row) => string | undefined,
): string | undefined {
  for (const [at, row] of rows.entries()) {
    const field = fieldOf(row)
    if (field !== undefined) return `${list}.${at}.${field}`
  }
  return undefined
}

/**
 * The field of a second product with the same number, which would make it unclear which one is
 * paid.
 */
function repeatedProduct(
  list: string,
  products: readonly Numbered[] | null | undefined,
): string | undefined {
  const seen = new Set<string>()
  return strayRow(list, products ?? [], ({ policyNumber }) => {
    const isRepeated = seen.has(policyNumber)
    seen.add(policyNumber)
    return isRepeated ? "policyNumber" : undefined
  })
}

/** The account number without capitals and separators, which a search ignores. */
function plain(accountNumber: string): string {
  return accountNumber.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase()
}

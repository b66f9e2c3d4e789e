import { createHash, randomUUID } from "node:crypto"
import type { Queries } from "#database/sql.ts"
import type { Billing, Person, Policy, PolicyDetail } from "../port.ts"
import { billRow, entryRow } from "./books.store.ts"
import { openingOf } from "./ledger/opening.ts"
import {
  deletePeople,
  findPeopleHashes,
  insertPeople,
  type PeopleRows,
} from "./people.load.store.ts"

/** Fields that the account system calculates are not part of a load. */
export type LoadedPerson = Omit<Person, "policyNumber" | "contactVersion">

/** A person in an operator's folder. */
export interface PersonRecord {
  person: LoadedPerson
  /** In display order. */
  products: PolicyDetail[]
}

/** Keeps one statement at a few megabytes. */
const batchSize = 500

/**
 * Replaces the people of this client with `records`; returns how many were written and removed. A
 * person whose record equals that of the last load is not touched, so that later changes are kept.
 */
export async function replacePeople(
  tx: Queries,
  client: string,
  records: PersonRecord[],
): Promise<{ written: number; removed: number }> {
  const known = await findPeopleHashes(tx, client)
  const listed = new Set(records.map(({ person }) => person.accountNumber))
  const removed = [...known.keys()].filter((accountNumber) => !listed.has(accountNumber))
  const changed = records
    .map((record) => ({ ...record, recordHash: hashOf(record) }))
    .filter(({ person, recordHash }) => known.get(person.accountNumber) !== recordHash)
  const outdated = changed.map(({ person }) => person.accountNumber)
  await deletePeople(tx, client, [...removed, ...outdated])
  for (let start = 0; start < changed.length; start += batchSize) {
    await insertPeople(tx, rowsOf(client, changed.slice(start, start + batchSize)))
  }
  return { written: changed.length, removed: removed.length }
}

function hashOf(record: PersonRecord): string {
  return createHash("sha256").update(JSON.stringify(record)).digest("base64url")
}

function rowsOf(client: string, records: (PersonRecord & { recordHash: string })[]): PeopleRows {
  const products = records.flatMap(({ person: { accountNumber }, products }) =>
    products.map((product, position) => ({
      ...product,
      book: randomUUID(),
      opening: openingOf(product.policy.billing),
      place: { accountNumber, position },
      key: { client, policyNumber: product.policy.policyNumber },
    })),
  )
  return {
    person: records.map(({ person, recordHash }) => ({ ...personRow(person), client, recordHash })),
    policy: products.map(({ policy, place, key }) => ({ ...policyRow(policy), ...place, ...key })),
    billing: products.map(({ policy, key, book, opening: { billedFrom, billingDay } }) => ({
      ...billingRow(policy.billing),
      ...key,
      book,
      billedFrom,
      billingDay,
    })),
    bills: products.flatMap(({ key, book, opening }) =>
      opening.book.bills.map((bill) => billRow({ ...key, book }, bill)),
    ),
    entries: products.flatMap(({ key, book, opening }) =>
      opening.book.entries.map((entry) => entryRow({ ...key, book }, entry)),
    ),
    frequency: products.flatMap(({ policy, key }) =>
      policy.billing.frequencies.map((frequency, position) => ({
        ...frequency,
        amount: dollars(frequency.amount),
        fee: dollars(frequency.fee),
        ...key,
        position,
      })),
    ),
    rider: products.flatMap(({ riders, key }) =>
      riders.map((rider, position) => ({
        ...rider,
        benefitAmount: dollars(rider.benefitAmount),
        annualPremium: dollars(rider.annualPremium),
        ...key,
        position,
      })),
    ),
    additionalInsured: products.flatMap(({ additionalInsured, key }) =>
      additionalInsured.map((insured, position) => ({ ...insured, ...key, position })),
    ),
    document: products.flatMap(({ documents, correspondences, key }) => [
      ...documents.map((entry) => ({ ...entry, ...key, isCorrespondence: false })),
      ...correspondences.map((entry) => ({ ...entry, ...key, isCorrespondence: true })),
    ]),
  }
}

function personRow({ address, editBlocked, ...person }: LoadedPerson) {
  return {
    ...person,
    ...address,
    contactVersion: randomUUID(),
    addressEditBlocked: editBlocked.address,
    phoneNumberEditBlocked: editBlocked.phoneNumber,
    emailEditBlocked: editBlocked.email,
    saveBlocked: editBlocked.save,
  }
}

function policyRow({ billing: _, ...policy }: Policy) {
  return {
    ...policy,
    benefitAmount: dollars(policy.benefitAmount),
    annualPremium: dollars(policy.annualPremium),
  }
}

/** Amounts due are not columns: the opening bills and entries tell them. */
function billingRow(billing: Billing) {
  return {
    kind: billing.kind,
    frequencyCode: billing.frequencyCode,
    hasBillingFee: billing.hasBillingFee,
    paymentMethodRecordId: billing.paymentMethodRecordId,
    paymentMethodLabel: billing.paymentMethodLabel,
    amountPaidBefore: dollars(billing.amountPaid),
    paidThrough: billing.paidThrough,
    amountDueSpecialCharacter: billing.amountDueSpecialCharacter,
    showAmountBreakdown: billing.showAmountBreakdown,
    disclaimer: billing.disclaimer,
    payNowBlocked: billing.payNowBlocked,
    changeBlocked: billing.changeBlocked,
  }
}

/** Cents as a decimal string that `numeric` reads exactly. */
function dollars(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0")
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

import { plannedEachTime, type Queries } from "#database/sql.ts"
import { findKnownPersons } from "#ports/policy-admin/embedded/refresh/persons.store.ts"
import { findKnownProducts } from "#ports/policy-admin/embedded/refresh/products.store.ts"
import { findSchemes } from "#services/identity/credentials/imported-schemes.store.ts"
import type { Passwords } from "#services/identity/credentials/password.ts"
import { type DocumentFiles, fileProblem } from "./document-files.ts"
import { findMethodNames } from "./import.store.ts"
import type { Items } from "./items.ts"
import { type Reading, type ReadRecord, readRecords, type Source } from "./plan.ts"
import type { Scratch } from "./scratch.ts"
import { userProblems } from "./users.ts"

export interface BadRow {
  file: string
  line: number
  reasons: string[]
}

/** The findings of a check of all files. */
export interface Checked {
  records: number
  bad: BadRow[]
  /** False: too many rows are bad, and the rest was not read. */
  isComplete: boolean
  /** The numbers of bad records, counted from 1. */
  skipped: Set<number>
  /** The earliest instant of a record about people; undefined if none says one. */
  earliest: Date | undefined
  /** Whether a record about people has no instant. */
  lacksAsOf: boolean
  hasPersons: boolean
  hasProducts: boolean
}

/** A record that needs another one, which may be stored. */
interface Reference {
  number: number
  row: BadRow
  kind: "person" | "product" | "payment-method"
  key: string
}

const batchSize = 1_000

/**
 * Reads every record, and checks each with the others and with what is stored. It stops when more than `most` rows
 * are bad. `scratch` receives the keys.
 */
export async function checkRecords(
  database: Queries,
  client: string,
  source: Source,
  {
    most,
    reading,
    scratch,
    passwords,
    files,
  }: {
    most: number
    reading: Reading
    scratch: Scratch
    passwords: Passwords
    files: DocumentFiles | undefined
  },
  tick: (records: number) => void,
): Promise<Checked> {
  const queries = plannedEachTime(database)
  const checked: Checked = {
    records: 0,
    bad: [],
    isComplete: true,
    skipped: new Set(),
    earliest: undefined,
    lacksAsOf: false,
    hasPersons: false,
    hasProducts: false,
  }
  const byNumber = new Map<number, BadRow>()
  let open: Reference[] = []
  const schemes = new Set((await findSchemes(queries, client)).map(({ id }) => id))
  for await (const record of readRecords(source, reading)) {
    checked.records += 1
    tick(checked.records)
    const { file, line, items } = record
    const reasons = record.problems ?? (items ? await ownProblems(items) : [])
    if (items && reasons.length === 0) {
      note(record, items)
      open.push(...referencesOf(items, { file, line, reasons: [] }))
    } else refuse(checked.records, { file, line, reasons })
    if (open.length >= batchSize) await settle()
    if (checked.bad.length > most) break
  }
  await settle()
  checked.isComplete = checked.bad.length <= most
  return checked

  function refuse(number: number, row: BadRow) {
    const known = byNumber.get(number)
    if (known) known.reasons.push(...row.reasons)
    else {
      byNumber.set(number, row)
      checked.bad.push(row)
      checked.skipped.add(number)
    }
  }

  function note({ asOf }: ReadRecord, { persons, products, balances }: Items) {
    if (persons.length > 0) checked.hasPersons = true
    if (products.length > 0) checked.hasProducts = true
    if (persons.length + products.length + balances.length === 0) return
    if (!asOf) checked.lacksAsOf = true
    else if (!checked.earliest || asOf < checked.earliest) checked.earliest = asOf
  }

  async function ownProblems(items: Items): Promise<string[]> {
    const keys = keysOf(items)
    const repeated = keys.find(([kind, key]) => !scratch.add(kind, key))
    if (repeated) return [`appears twice: ${repeated.join(" ").replace(methodSeparator, " ")}`]
    const problems: string[] = []
    for (const { name } of items.files) {
      const problem = await fileProblem(files, name)
      if (problem !== undefined) problems.push(problem)
    }
    for (const user of items.users) {
      problems.push(...(await userProblems(passwords, client, user, schemes)))
    }
    return problems
  }

  function referencesOf(items: Items, row: BadRow): Reference[] {
    const number = checked.records
    const of = (kind: Reference["kind"], key: string) =>
      scratch.has(kind, key) ? [] : [{ number, row, kind, key }]
    return [
      ...items.methods.flatMap((one) => of("person", one.accountNumber)),
      ...items.products.flatMap((one) => of("person", one.accountNumber)),
      ...items.products.flatMap(({ accountNumber, billing: { paymentMethodRecordId: id } }) =>
        id === null ? [] : of("payment-method", methodKey(accountNumber, id)),
      ),
      ...items.users.flatMap((one) => of("person", one.accountNumber)),
      ...items.balances.flatMap((one) => of("product", one.policyNumber)),
      ...items.documents.flatMap((one) => of("product", one.policyNumber)),
    ]
  }

  /** Looks for the records that were not in the files. */
  async function settle() {
    const keys = (kind: Reference["kind"]) => [
      ...new Set(open.filter((one) => one.kind === kind).map(({ key }) => key)),
    ]
    if (open.length === 0) return
    const ids = keys("payment-method").map((key) => key.slice(key.indexOf(methodSeparator) + 1))
    const methods = ids.length > 0 ? await findMethodNames(queries, client, ids) : []
    const persons = keys("person")
    const products = keys("product")
    const known = {
      person: persons.length > 0 ? await findKnownPersons(queries, client, persons) : new Map(),
      product: products.length > 0 ? await findKnownProducts(queries, client, products) : new Map(),
      "payment-method": new Map(
        methods.map((one) => [methodKey(one.accountNumber, one.recordId), one]),
      ),
    }
    for (const { number, row, kind, key } of open) {
      if (!known[kind].has(key)) refuse(number, { ...row, reasons: [missingText(kind, key)] })
    }
    open = []
  }
}

function missingText(kind: Reference["kind"], key: string): string {
  if (kind === "person") return `accountNumber "${key}" is of no person before this row`
  if (kind === "product") return `policyNumber "${key}" is of no product before this row`
  return "billing.paymentMethodRecordId is none of the person's payment methods"
}

const methodSeparator = "\n"

export function methodKey(accountNumber: string, recordId: string): string {
  return `${accountNumber}${methodSeparator}${recordId}`
}

/** The keys that may appear only once in an import. */
function keysOf(items: Items): [kind: string, key: string][] {
  return [
    ...items.persons.map((one): [string, string] => ["person", one.accountNumber]),
    ...items.methods.map((one): [string, string] => [
      "payment-method",
      methodKey(one.accountNumber, one.recordId),
    ]),
    ...items.products.map(({ policy }): [string, string] => ["product", policy.policyNumber]),
    ...items.balances.map((one): [string, string] => ["bill", one.policyNumber]),
    ...items.documents.map((one): [string, string] => [
      "document",
      [one.policyNumber, one.documentId, one.documentSource, one.documentCategory].join("/"),
    ]),
    ...items.users.flatMap((one): [string, string][] => [
      ["username", one.username.toLowerCase()],
      ["user", one.accountNumber],
    ]),
  ]
}

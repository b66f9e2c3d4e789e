import type { z } from "zod"
import { charactersIn } from "#contracts/text-length.ts"
import { jsonProblemOf } from "#platform/files/json-file.ts"
import type { LoadedKind } from "#ports/policy-admin/embedded/refresh/loaded-kinds.store.ts"
import type {
  ListedDocument,
  LoadedPerson,
  LoadedProduct,
  ProductBalance,
} from "#ports/policy-admin/embedded/refresh/records.ts"
import { recordPartsOf } from "#ports/policy-admin/embedded/refresh/records.ts"
import type { LoadedMethod } from "#services/payments/methods/payment-methods.load.store.ts"
import { asLoaded, labelOf } from "../load/method-in-file.ts"
import { asDetail } from "../load/people-file.ts"
import type { NamedFile } from "./document-files.ts"
import type { ImportedUser, RecordKind, RecordRules } from "./record-rules.ts"

/** The content of one record, by kind. A person's record can contain their products. */
export interface Items {
  persons: LoadedPerson[]
  methods: LoadedMethod[]
  products: LoadedProduct[]
  balances: ProductBalance[]
  documents: (ListedDocument & { policyNumber: string })[]
  files: NamedFile[]
  users: ImportedUser[]
}

export const noItems = (): Items => ({
  persons: [],
  methods: [],
  products: [],
  balances: [],
  documents: [],
  files: [],
  users: [],
})

/** The kinds of data in a record. */
export function recordKindsOf(items: Items): LoadedKind[] {
  const { persons, methods, products, balances, documents, users } = items
  const has: Record<LoadedKind, boolean> = {
    people: persons.length > 0,
    "payment-methods": methods.length > 0,
    products: products.length > 0,
    bills: balances.length > 0,
    documents: documents.length > 0 || products.some((one) => one.documents !== undefined),
    users: users.length > 0,
  }
  return (Object.keys(has) as LoadedKind[]).filter((kind) => has[kind])
}

/** The items of a record, or its problems. */
export function itemsOf(rules: RecordRules, kind: RecordKind, record: object): Items | string[] {
  const parsed = rules[kind].safeParse(record, { reportInput: true })
  if (!parsed.success) return parsed.error.issues.flatMap(problemsOf)
  const items = noItems()
  switch (kind) {
    case "person":
      addPerson(items, parsed.data as Output<"person">)
      break
    case "payment-method": {
      const { accountNumber, address, ...method } = parsed.data as Output<"payment-method">
      items.methods.push(asLoaded({ ...method, address } as never, accountNumber, address))
      break
    }
    case "product": {
      const { accountNumber, position, billing, riders, additionalInsured, ...policy } =
        parsed.data as Output<"product">
      const { policyNumber } = policy
      items.products.push({
        accountNumber,
        ...(position !== undefined && { position }),
        policy,
        billing: { ...billing, paymentMethodLabel: "" },
        additionalInsured,
        riders: riders.map((rider) => ({ ...rider, policyNumber })),
      })
      break
    }
    case "bill": {
      const { policyNumber, ...balance } = parsed.data as Output<"bill">
      items.balances.push({ policyNumber, balance })
      break
    }
    case "document": {
      const { documentFile, ...document } = parsed.data as Output<"document">
      items.documents.push(document)
      items.files.push(...namedFile(document.policyNumber, { ...document, documentFile }))
      break
    }
    case "user":
      items.users.push(parsed.data as ImportedUser)
  }
  return items
}

type Output<Kind extends RecordKind> = z.output<RecordRules[Kind]>

function addPerson(items: Items, record: Output<"person">) {
  const { products = [], paymentMethods = [], ...person } = record
  items.persons.push(person)
  const labels = new Map(paymentMethods.map((one) => [one.paymentRecordId, labelOf(one)]))
  for (const method of paymentMethods) {
    items.methods.push(asLoaded(method, person.accountNumber, person.address))
  }
  for (const [position, entry] of products.entries()) {
    const { product, balance } = recordPartsOf(
      person.accountNumber,
      asDetail(entry, labels),
      position,
    )
    items.products.push(product)
    items.balances.push(balance)
    for (const document of [...entry.documents, ...entry.correspondences]) {
      items.files.push(...namedFile(entry.policyNumber, document))
    }
  }
}

function namedFile(
  policyNumber: string,
  {
    documentFile: name,
    ...document
  }: Omit<NamedFile, "policyNumber" | "name"> & { documentFile?: string | undefined },
): NamedFile[] {
  if (name === undefined) return []
  const { documentId, documentSource, documentCategory } = document
  return [{ policyNumber, documentId, documentSource, documentCategory, name }]
}

function problemsOf(issue: z.core.$ZodIssue): string[] {
  const path = issue.path.map((part) => (typeof part === "number" ? part + 1 : String(part)))
  const named = (name: string, reason: string) => `${name} ${reason}`.trim()
  if (issue.code !== "unrecognized_keys") {
    const reason = jsonProblemOf(issue)
    const found = /^must (be|have) /.test(reason) ? foundIn(issue, path) : ""
    return [named(path.join("."), `${reason}${found}`)]
  }
  return issue.keys.map((key) => named([...path, key].join("."), "is not a known field"))
}

/** The greatest length of a displayed value; line and header identify longer ones. */
const longestShown = 40
/**
 * Matches fields whose values are never repeated: secrets, and digits that may be a card number.
 */
const isSecret = /password|securityAnswer|Hash$/i

/** Number of displayed letters of a text that is too long. */
const beginning = 20
/** Patterns of numbers that lost their leading zeros. */
const withoutZeros: Readonly<Record<string, RegExp>> = {
  zipCode: /^(\d{3,4}(-\d{4})?|\d{7,8})$/,
  policyNumber: /^\d{5,9}$/,
  lastFour: /^\d{1,3}$/,
}

/** The found value, as the reason states what it must be. */
function foundIn({ code, input, path }: z.core.$ZodIssue, names: readonly unknown[]): string {
  const name = String(names.at(-1))
  if (typeof input !== "string" || input === "" || path.length === 0) return ""
  // The column may contain the answer to the question, which belongs in the next one.
  if (isSecret.test(name) || (name === "securityQuestionId" && /\D/.test(input))) return ""
  const hasCard = (input.match(/\d/g) ?? []).length > 11
  if (code === "too_big") {
    const shown = JSON.stringify([...input].slice(0, beginning).join(""))
    return `, and has ${charactersIn(input)}${hasCard ? "" : `: ${shown} …`}`
  }
  if (hasCard || input.length > longestShown) return ""
  const hint = withoutZeros[name]?.test(input)
    ? ". Spreadsheets drop leading zeros: format the column as text"
    : ""
  return `, not ${JSON.stringify(input)}${hint}`
}

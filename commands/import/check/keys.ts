import type { Items } from "../items.ts"

export const methodSeparator = "\n"

export function methodKey(accountNumber: string, recordId: string): string {
  return `${accountNumber}${methodSeparator}${recordId}`
}

/** The keys that may appear only once in an import. */
export function keysOf(items: Items): [kind: string, key: string][] {
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

/** A key in readable form. */
export function shownKey([kind, key]: [kind: string, key: string]): string {
  return `${kind} ${key}`.replace(methodSeparator, " ")
}

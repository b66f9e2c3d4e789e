import { z } from "zod"
import { billFields } from "#ports/policy-admin/bill-fields.ts"
import type { DeclaredFields } from "#ports/policy-admin/declared-field.ts"
import { personFields } from "#ports/policy-admin/person-fields.ts"
import { productFields } from "#ports/policy-admin/product-fields.ts"
import { securityQuestions } from "#services/identity/credentials/security-questions.ts"
import { type RecordKind, recordRules } from "./record-rules.ts"

/** A header of a CSV file. Parts of a record are joined by dots; list entries count from 1. */
export interface ImportField {
  /** With `1` in place of a list entry's number. */
  name: string
  type: "text" | "yes-no" | "number"
  /**
   * The allowed values of a cell, in Markdown. Codes of several forms of a record are listed
   * together.
   */
  value: string
  isRequired: boolean
  /** The value that an absent cell stands for, as JSON. */
  absent?: unknown
}

interface Node {
  type?: string | string[]
  const?: string
  enum?: string[]
  pattern?: string
  maxLength?: number
  minimum?: number
  maximum?: number
  properties?: Record<string, Node>
  required?: string[]
  items?: Node
  anyOf?: Node[]
  oneOf?: Node[]
  default?: unknown
}

/** Every header that a CSV file of this kind can have. */
export function fieldsOf(kind: RecordKind): ImportField[] {
  const schema = recordRules(Temporal.PlainDate.from("2026-01-01"))[kind]
  const node = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Node
  const lists = ["products", "paymentMethods"]
  return fieldsIn(node, "", true).filter(({ name }) => {
    return kind !== "person" || !lists.some((list) => name.startsWith(`${list}.`))
  })
}

function fieldsIn(node: Node, name: string, isRequired: boolean): ImportField[] {
  const choices = (node.anyOf ?? node.oneOf)?.filter(({ type }) => type !== "null")
  if (choices && choices.length > 0) {
    const found = choices.flatMap((choice) => fieldsIn(choice, name, isRequired))
    const byName = Map.groupBy(found, (field) => field.name)
    return [...byName.values()].map((same) => ({
      ...(same[0] as ImportField),
      value: [...new Set(same.map(({ value }) => value))].filter(Boolean).join(" or "),
      isRequired: same.length === choices.length && same.every((field) => field.isRequired),
      ...("default" in node && { absent: node.default }),
    }))
  }
  if (node.properties) {
    return Object.entries(node.properties).flatMap(([key, child]) => {
      const own = isRequired && (node.required ?? []).includes(key)
      return fieldsIn(child, name === "" ? key : `${name}.${key}`, own)
    })
  }
  if (node.items) return fieldsIn(node.items, `${name}.1`, true)
  const type = node.type === "boolean" ? "yes-no" : node.type === "integer" ? "number" : "text"
  const value = cellOf(node, name)
  return [{ name, type, value, isRequired, ...("default" in node && { absent: node.default }) }]
}

/**
 * A description and an example of the values for a header with this last part, where the schema
 * does not show them.
 */
export const forms: Readonly<Record<string, readonly [what: string, example: string]>> = {
  ...declaredDates({ ...personFields, ...productFields, ...billFields }),
  paidThrough: ["date", "2025-12-19"],
  dueDate: ["date", "2026-01-31"],
  billedThrough: ["date", "2027-01-04"],
  documentCreatedDate: ["date", "2021-05-01"],
  policyNumber: ["ten digits", "4003120956"],
  emailAddress: ["email address, or nothing", "bo.oneil@example.com"],
  phoneNumber: ["ten digits of a US number, or nothing", "2075550101"],
  stateCode: ["two capital letters", "ME"],
  zipCode: ["five digits, or nine with a dash", "04101-1234"],
  lastFour: ["four digits", "4242"],
  expirationDate: ["`MM/YYYY`", "08/2031"],
  maskedRoutingNumber: ["five asterisks and four digits", "*****0123"],
  verifyAt: ["web address", "https://bank.example.com/verify"],
  frequencyCode: ["a code of `billing.frequencies`", "M"],
  code: ["`M`, `Q`, `S`, `A` for 1, 3, 6, 12 months, or your own", "M"],
  username: ["up to 100 letters, digits, dots, dashes, underscores or @", "bo.oneil"],
  securityQuestionId: [`security question, 1 to ${securityQuestions.length}`, "1"],
  passwordHash: ["[a hash](#password-hashes)", ""],
  securityAnswerHash: ["[a hash of an export](#password-hashes)", ""],
  adjustment: ["dollars; positive lowers what is owed", "-5.00"],
  accountNumber: ["your number of the person, up to 40 characters", "EX-1001"],
  personNumber: ["the same, or another number", "P-1001"],
}

function declaredDates(fields: DeclaredFields): typeof forms {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { kind, sample }]) =>
      kind === "date" ? [[name, ["date", sample]]] : [],
    ),
  )
}

/** The meanings of the codes of a header, in order. */
const meanings: Readonly<Record<string, string>> = {
  cardType: "Visa, Mastercard, Discover, American Express",
  bankType: "checking, savings",
  "billing.kind": "its own bill or auto pay, on one bill with others, paid by another party",
}

/** The longest HTML; other texts are shorter. */
const htmlLength = 4_000

function cellOf(node: Node, name: string): string {
  if (node.type === "boolean") return "`true`, `false`"
  if (node.type === "integer") return `whole number, ${node.minimum} to ${node.maximum}`
  if (node.const === "") return ""
  const codes = node.enum ?? (node.const === undefined ? [] : [node.const])
  if (codes.length > 0) {
    const listed = codes.map((code) => `\`${code}\``).join(", ")
    return meanings[name] === undefined ? listed : `${listed} (${meanings[name]})`
  }
  // The fields of `editBlocked` have the names of contact data, and contain texts.
  const [what, example] = forms[name.replace(/^(?!editBlocked\.).*\./, "")] ?? []
  if (what !== undefined) return example && what !== "date" ? `${what}: \`${example}\`` : what
  if (node.pattern?.includes("\\.")) return "dollars"
  if (node.maxLength === htmlLength) return `HTML, up to ${htmlLength} characters`
  return `up to ${node.maxLength} characters`
}

import { z } from "zod"
import { type RecordKind, recordRules } from "./record-rules.ts"

/** A header of a CSV file. Parts of a record are joined by dots; entries of lists count from 1. */
export interface Field {
  /** With `1` in place of a list entry's number. */
  name: string
  type: "text" | "yes-no" | "number"
  isRequired: boolean
  /** Of an absent value, as JSON. */
  absent?: unknown
}

interface Node {
  type?: string | string[]
  properties?: Record<string, Node>
  required?: string[]
  items?: Node
  anyOf?: Node[]
  oneOf?: Node[]
  default?: unknown
}

/** Every header that a CSV file of this kind can have. */
export function fieldsOf(kind: RecordKind): Field[] {
  const schema = recordRules(Temporal.PlainDate.from("2026-01-01"))[kind]
  const node = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Node
  const lists = ["products", "paymentMethods"]
  return fieldsIn(node, "", true).filter(({ name }) => {
    return kind !== "person" || !lists.some((list) => name.startsWith(`${list}.`))
  })
}

function fieldsIn(node: Node, name: string, isRequired: boolean): Field[] {
  const choices = (node.anyOf ?? node.oneOf)?.filter(({ type }) => type !== "null")
  if (choices && choices.length > 0) {
    const found = choices.flatMap((choice) => fieldsIn(choice, name, isRequired))
    const byName = Map.groupBy(found, (field) => field.name)
    return [...byName.values()].map((same) => ({
      ...(same[0] as Field),
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
  return [{ name, type, isRequired, ...("default" in node && { absent: node.default }) }]
}

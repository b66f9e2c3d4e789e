import assert from "node:assert/strict"
import { z } from "zod"
import type { Endpoint } from "./endpoint.ts"
import { type Endpoints, endpoints } from "./endpoints.ts"

/**
 * A call as the specification has it: method and path, the fields that are sent in body or query
 * ("" where nothing is), and those that are read of the reply. They are written like
 * `policyHolder{firstName, lastName}`, and left out where the specification names none.
 */
type SpecifiedCall = readonly [key: keyof Endpoints, sent?: string, read?: string]

/** Each exists and has every field that is specified; it may have more. */
export function expectCalls(calls: readonly SpecifiedCall[]): void {
  for (const call of calls) expectCall(call)
}

function expectCall([key, sent, read = ""]: SpecifiedCall): void {
  const row: Endpoint | undefined = endpoints[key]
  assert.ok(row, `${key} exists`)
  const named = [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  assert.deepEqual(fieldsOf(schemaOf(row.params, "input")), named, `${key}: path`)
  const sends = schemaOf(row.query ?? row.body, "input")
  if (sent === "") assert.deepEqual(fieldsOf(sends), [], `${key}: sends nothing`)
  assert.deepEqual(missingOf(sends, sent ?? ""), [], `${key}: not sent`)
  assert.deepEqual(missingOf(schemaOf(row.reply, "output"), read), [], `${key}: not replied`)
}

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
  prefixItems?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
}

function schemaOf(schema: z.ZodType | undefined, io: "input" | "output"): Schema {
  return schema ? (z.toJSONSchema(schema, { io }) as Schema) : {}
}

/** What is missing of the alternative that comes nearest: fields of several are not mixed. */
function missingOf(schema: Schema, specified: string): string[] {
  const missing = alternativesOf(schema).map((one) => {
    const fields = new Set(fieldsOf(one))
    return specifiedFields(specified).filter((field) => !fields.has(field))
  })
  return missing.toSorted((one, other) => one.length - other.length)[0] ?? []
}

function alternativesOf(schema: Schema): Schema[] {
  return (schema.anyOf ?? schema.oneOf)?.flatMap(alternativesOf) ?? [schema]
}

/** Each with the names that it stands within, such as `policyHolder.firstName`. */
function fieldsOf(schema: Schema, within = ""): string[] {
  return alternativesOf(schema).flatMap(({ properties = {}, items, prefixItems = [] }) => [
    ...Object.entries(properties).flatMap(([name, field]) => [
      within + name,
      ...fieldsOf(field, `${within}${name}.`),
    ]),
    ...[...prefixItems, ...(items ? [items] : [])].flatMap((item) => fieldsOf(item, within)),
  ])
}

function specifiedFields(text: string): string[] {
  const within: string[] = []
  const fields: string[] = []
  for (const [part] of text.matchAll(/\w+|[{}]/g)) {
    if (part === "{") within.push(fields.at(-1) ?? "")
    else if (part === "}") within.pop()
    else fields.push(within.length > 0 ? `${within.at(-1)}.${part}` : part)
  }
  return fields
}

import assert from "node:assert/strict"
import { z } from "zod"
import type { Endpoint } from "./endpoint.ts"
import { type Endpoints, endpoints } from "./endpoints.ts"

/**
 * A call in the notation of the specification: method and path, the fields sent in the body or
 * query ("" for none) and the reply fields that the browser reads, such as `policyHolder{firstName,
 * lastName}`. Reply fields are left out if the specification does not list any.
 */
type SpecifiedCall = readonly [key: keyof Endpoints, sent?: string, read?: string]

/** Asserts that each call exists and has every specified field. A call may have more fields. */
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

/**
 * The missing fields of the alternative that fits best. Fields of different alternatives are not
 * combined.
 */
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

/**
 * The fields. The name of a nested field starts with its parents, such as `policyHolder.firstName`.
 */
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

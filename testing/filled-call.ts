import { z } from "zod"
import type { Endpoint } from "#contracts/endpoint.ts"

/** Returns a test's value for a field. Undefined means any valid value. */
type Fill = (name: string) => unknown

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  minimum?: number
  minItems?: number
}

/** Builds a call from its contract, with every field filled in. */
export function filledCall({ body, params, query }: Endpoint, fill: Fill) {
  return {
    body: body && filled(schemaOf(body), "body", fill),
    params: params && (filled(schemaOf(params), "params", fill) as Record<string, string>),
    query: query && (filled(schemaOf(query), "query", fill) as Record<string, string>),
  }
}

function schemaOf(schema: z.ZodType): Schema {
  return z.toJSONSchema(schema, { io: "input" }) as Schema
}

function filled(schema: Schema, name: string, fill: Fill): unknown {
  const [option] = schema.anyOf ?? schema.oneOf ?? []
  if (option) return filled(option, name, fill)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.type === "object") {
    const fields = Object.entries(schema.properties ?? {})
    return Object.fromEntries(fields.map(([key, inner]) => [key, filled(inner, key, fill)]))
  }
  if (schema.type === "array") return [filled(schema.items ?? {}, name, fill)]
  if (schema.type === "integer" || schema.type === "number") {
    const given = fill(name)
    return typeof given === "number" ? given : (schema.minimum ?? 1)
  }
  if (schema.type === "boolean") return false
  if (schema.type === "null") return null
  return fill(name) ?? name
}

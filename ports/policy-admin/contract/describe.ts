import { descriptions } from "./descriptions.ts"

/** A part of a JSON Schema, limited to the fields for descriptions and examples. */
export interface Schema {
  $ref?: string
  description?: string
  type?: string | string[]
  examples?: unknown[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

const componentPath = "#/components/schemas/"

/**
 * Gives each field of a schema its description, and an example from a request or reply. `place`
 * begins with a component or an operation. `components` are the referenced schemas by name.
 */
export function describeFields(
  schema: Schema,
  place: string,
  example: unknown,
  components: Readonly<Record<string, Schema>>,
): void {
  for (const [field, own] of Object.entries(schema.properties ?? {})) {
    const at = `${place}.${field}`
    const description = own.description ?? descriptions[at] ?? descriptions[field]
    if (description !== undefined) own.description = description
    const value = (example as Record<string, unknown> | undefined)?.[field]
    if (isScalar(value)) own.examples ??= [value]
    describeFields(own, at, value, components)
  }
  if (schema.items) {
    describeFields(schema.items, place, (example as unknown[] | undefined)?.[0], components)
  }
  for (const choice of schema.anyOf ?? []) describeFields(choice, place, example, components)
  const name = schema.$ref?.startsWith(componentPath) && schema.$ref.slice(componentPath.length)
  const component = name ? components[name] : undefined
  // A component is described once, and does not get a second example.
  if (name && component?.properties && example !== null && example !== undefined) {
    describeFields(component, name, example, components)
  }
}

/** The examples of all fields with a single value, by the name of the field. */
export function examplesIn(schema: Schema, found = new Map<string, unknown[]>()) {
  for (const [field, own] of Object.entries(schema.properties ?? {})) {
    if (own.examples && !found.has(field)) found.set(field, own.examples)
  }
  for (const part of partsOf(schema)) examplesIn(part, found)
  return found
}

/** Gives fields that no operation shows, such as an optional one, the example of a field with the same name. */
export function completeExamples(schema: Schema, found: ReadonlyMap<string, unknown[]>): void {
  for (const [field, own] of Object.entries(schema.properties ?? {})) {
    const examples = own.type !== undefined && found.get(field)
    if (examples) own.examples ??= examples
  }
  for (const part of partsOf(schema)) completeExamples(part, found)
}

function partsOf({ properties = {}, items, anyOf = [] }: Schema): Schema[] {
  return [...Object.values(properties), ...(items ? [items] : []), ...anyOf]
}

function isScalar(value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== "object"
}

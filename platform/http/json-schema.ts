import { z } from "zod"

/** The content of a request or reply in an OpenAPI document. */
export interface JsonContent {
  "application/json": { schema: object; example?: unknown }
}

/** The JSON schema of the sent value (`input`), or of the parsed value (`output`). */
export function schemaOf(schema: z.ZodType, io: "input" | "output"): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io })
  return rest
}

export function jsonContent(schema: object): JsonContent {
  return { "application/json": { schema } }
}

import { z } from "zod"
import type { JsonContent } from "#platform/http/json-schema.ts"
import { completeExamples, describeFields, examplesIn, type Schema } from "./describe.ts"
import { examples } from "./examples.ts"
import { byChangeId, contractVersion, type Operation, pathOf } from "./operation.ts"
import { type OperationName, operations } from "./operations.ts"
import { problemShape, problems } from "./problems.ts"

/** The contract as an OpenAPI 3.1 document, made from its rows alone. */
export function policyAdminDocument(): object {
  const schemas: Record<string, Schema> = {}
  /** Moves named schemas to the components of the document; the returned schema refers to them. */
  function schemaOf(schema: z.ZodType): object {
    const {
      $schema: _,
      $defs,
      ...rest
    } = z.toJSONSchema(schema, { io: "input", override: cleanUp })
    const [named, own] = JSON.parse(
      JSON.stringify([$defs ?? {}, rest]).replaceAll("#/$defs/", "#/components/schemas/"),
    )
    for (const [name, { id: _id, ...one }] of Object.entries<{ id?: string }>(named)) {
      schemas[name] = one
    }
    return own
  }
  const paths = Object.fromEntries(
    Object.entries<Operation>(operations).map(([name, row]) => [
      pathOf(name),
      { [row.method.toLowerCase()]: describe(name as OperationName, row, schemaOf) },
    ]),
  )
  schemaOf(z.array(problemShape))
  describeAll(paths, schemas)
  return {
    openapi: "3.1.0",
    info: { title: "Account system of My Account", version: `${contractVersion}.0.0`, description },
    servers: [{ url: "http://127.0.0.1:3300", description: "npm run my-account -- policy-admin" }],
    security: [{ token: [] }],
    paths,
    components: {
      parameters,
      schemas: Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      responses: Object.fromEntries(
        Object.entries(problems).map(([code, { meaning }]) => [
          code,
          { description: meaning, content: { "application/problem+json": { schema: problemRef } } },
        ]),
      ),
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
    },
  }
}

/**
 * Describes the fields of every operation and component. The components get the examples of the
 * operations.
 */
function describeAll(
  paths: Record<string, Record<string, ReturnType<typeof describe>>>,
  components: Record<string, Schema>,
): void {
  const all: Schema[] = Object.values(components)
  for (const { operationId, requestBody, responses } of Object.values(paths).flatMap(
    Object.values,
  )) {
    const contents = { request: requestBody?.content, reply: responses[200].content }
    for (const [part, content] of Object.entries(contents)) {
      const { schema, example } = content?.["application/json"] ?? {}
      if (!schema) continue
      all.push(schema)
      describeFields(schema, `${operationId}.${part}`, example, components)
    }
  }
  for (const [name, schema] of Object.entries(components)) {
    describeFields(schema, name, undefined, components)
  }
  const found = new Map<string, unknown[]>()
  for (const schema of all) examplesIn(schema, found)
  for (const schema of all) completeExamples(schema, found)
}

function describe(name: OperationName, row: Operation, schemaOf: (schema: z.ZodType) => object) {
  const changes = row.sameChange !== undefined
  const example = examples[name]
  return {
    operationId: name,
    summary: row.summary,
    description: [
      row.rules ?? "",
      changes ? repeatedChange(row) : "It may be repeated freely.",
      changes
        ? "After a time-out, the change may have been made or not: repeat it with the same key."
        : "After a time-out, nothing has changed: ask again.",
    ]
      .filter(Boolean)
      .join("\n\n"),
    "x-changes": changes,
    "x-timeout-seconds": row.seconds,
    parameters: [...(changes ? ["idempotencyKey"] : []), "requestId", "traceparent"].map(
      (parameter) => ({ $ref: `#/components/parameters/${parameter}` }),
    ),
    ...(row.method === "POST" && {
      requestBody: {
        required: true,
        content: withExample(schemaOf(row.request), z.encode(row.request, example.request)),
      },
    }),
    responses: {
      200: {
        description: "Success",
        content: withExample(schemaOf(row.reply), z.encode(row.reply, example.reply)),
      },
      ...Object.fromEntries(
        Object.entries(problems)
          .filter(([code]) => changes || code !== "keyReused")
          .map(([code, { status }]) => [status, { $ref: `#/components/responses/${code}` }]),
      ),
    },
  }
}

function repeatedChange({ sameChange }: Operation): string {
  return sameChange === byChangeId
    ? "It may be repeated with its key, also by another process. A later call with another key is a change of its own."
    : "It may be repeated with its key. The key follows from the ids in the request, so a repetition by another process has it too."
}

const problemRef = { $ref: "#/components/schemas/Problem" }

const parameters = {
  idempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: true,
    schema: { type: "string", minLength: 16, maxLength: 200 },
    description:
      "One for each change. The server makes the change once, and answers a repetition like the first request. It keeps keys for at least 24 hours.",
  },
  requestId: {
    name: "X-Request-Id",
    in: "header",
    required: false,
    schema: { type: "string" },
    description: "The id of the customer's call, as in the log of My Account.",
  },
  traceparent: {
    name: "traceparent",
    in: "header",
    required: false,
    schema: { type: "string" },
    description: "W3C Trace Context.",
  },
}

/** Removes patterns that repeat the rules of the calendar, and the read-only marks of lists. */
function cleanUp({
  jsonSchema,
}: {
  jsonSchema: { format?: string; pattern?: string; readOnly?: boolean }
}) {
  if (["date", "uuid"].includes(jsonSchema.format ?? "")) delete jsonSchema.pattern
  delete jsonSchema.readOnly
}

function withExample(schema: object, example: unknown): JsonContent {
  return { "application/json": { schema, example } }
}

const description = `My Account reads people, products and bills from an account system, and posts payments and changes to it, over this contract.

- Each operation is one POST with JSON, named like the function that calls it. Numbers of people stand in bodies, because addresses are written to logs.
- Amounts are US dollars as decimal strings, such as "312.00", and never negative, unless the field says what a negative one means. Dates are days without time, YYYY-MM-DD.
- Every \`today\`, and every day of a change, is the client's business day in the client's time zone. Reads without a day do not depend on the date: whether a bill is past due, My Account decides.
- What does not exist is null in a reply with status 200. A 404 means that the server has no such operation, so a wrong address never looks like an unknown person.
- A lookup names its client, and finds nothing of another client, also if the numbers are equal.
- A request has the listed fields and no others. Replies may have more fields than listed; My Account ignores them. A listed field that is absent or has another type makes the reply unusable.
- An operation may take \`x-timeout-seconds\` in all, with repetitions.
- Within a version, operations and fields are only added.`

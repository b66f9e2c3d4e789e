import { z } from "zod"
import { type Endpoint, type EndpointKey, siteKindOf } from "#contracts/endpoint.ts"
import { endpoints } from "#contracts/endpoints.ts"
import { messages } from "#contracts/messages.ts"
import { errorReply } from "#contracts/shapes.ts"
import { type JsonContent, jsonContent, schemaOf } from "#platform/http/json-schema.ts"
import { splitKey } from "./mount.ts"

/** The messages that any call can answer with; a row adds its own. */
const shared = [
  "request.invalid",
  "request.malformed",
  "request.cardNumber",
  "request.foreignOrigin",
  "request.clientMismatch",
  "host.unknown",
  "server.error",
  "server.unavailable",
  "server.busy",
] as const
const sharedWhenStaff = ["staff.roleMissing", "session.staffEnded"] as const
const sharedWhenSignedIn = [
  "session.required",
  "session.expired",
  "session.notAllowed",
  "request.notYours",
  "account.gone",
  "product.gone",
] as const

export interface Operation {
  summary: string
  description: string
  tags: string[]
  security: object[]
  parameters: object[]
  requestBody?: { required: boolean; content: JsonContent }
  responses: Record<string, { description: string; content: JsonContent; headers?: object }>
}

export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string; description: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: { Error: object }; securitySchemes: object }
}

let created: OpenApiDocument | undefined

/** The API as an OpenAPI 3.1 document, generated from the contracts on the first call. */
export function openApiDocument(): OpenApiDocument {
  created ??= createDocument()
  return created
}

function createDocument(): OpenApiDocument {
  const paths: OpenApiDocument["paths"] = {}
  for (const [key, row] of Object.entries(endpoints) as [EndpointKey, Endpoint][]) {
    const [method, path] = splitKey(key)
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(path, row) }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "My Account",
      version: "1",
      description:
        "The client and the site are decided by the host, the person by the session. Names in a body are checked against them and never widen them.",
    },
    paths,
    components: {
      schemas: { Error: schemaOf(errorReply, "output") },
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "__Host-session" },
        accessToken: { type: "http", scheme: "bearer" },
      },
    },
  }
}

function operation(path: string, row: Endpoint): Operation {
  return {
    summary: row.summary,
    description: `Caller: ${row.role}. Site: ${siteKindOf(row)}.`,
    tags: [path.split("/")[1] ?? ""],
    security: securityOf(row),
    parameters: [
      ...parameters("path", row.params),
      ...parameters("query", row.query),
      ...proofParameter(row),
      ...idempotencyParameter(row),
    ],
    ...(row.body && {
      requestBody: { required: true, content: jsonContent(schemaOf(row.body, "input")) },
    }),
    responses: {
      200: {
        description: "Success",
        content: jsonContent(schemaOf(row.reply, "output")),
        ...(row.mayShowCachedData && { headers: keptHeader }),
      },
      ...failures(row),
    },
  }
}

const keptHeader = {
  "x-kept-at": {
    description:
      "Present while the account system is away: the moment from which its data are, as the client keeps them.",
    schema: { type: "string", format: "date-time" },
  },
}

/** The alternative security schemes of a call; `{}` means that none is needed. */
function securityOf({ role }: Endpoint): object[] {
  if (role === "anonymous") return []
  const signedIn = { session: [], accessToken: [] }
  return role === "anonymous-or-customer" ? [{}, signedIn] : [signedIn]
}

function failures(row: Endpoint): Operation["responses"] {
  const ids = [
    ...shared,
    ...(securityOf(row).length > 0 ? sharedWhenSignedIn : []),
    ...(row.role.startsWith("staff:") ? sharedWhenStaff : []),
    ...(row.rateLimit ? (["request.tooMany"] as const) : []),
    ...(row.captcha ? (["captcha.bot"] as const) : []),
    ...row.errors,
    ...(row.whenAway ? [row.whenAway] : []),
  ]
  const statuses = [...new Set(ids.map((id) => messages[id].status))].filter((code) => code >= 400)
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: ids.filter((id) => messages[id].status === status).join(", "),
        content: jsonContent({ $ref: "#/components/schemas/Error" }),
      },
    ]),
  )
}

function proofParameter({ captcha }: Endpoint): object[] {
  if (captcha === undefined) return []
  const description = `A solution of GET /appauth/security/challenge?action=${captcha}; a call uses it up.`
  return [
    { name: "x-captcha", in: "header", required: true, schema: { type: "string" }, description },
  ]
}

function idempotencyParameter({ idempotencyKey }: Endpoint): object[] {
  if (!idempotencyKey) return []
  const description = "Chosen by the caller, one for each intention, the same at every repetition."
  const schema = { type: "string", minLength: 16, maxLength: 200 }
  return [{ name: "Idempotency-Key", in: "header", required: true, schema, description }]
}

function parameters(where: "path" | "query", schema: z.ZodType | undefined): object[] {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    in: where,
    required: where === "path" || !(field as z.ZodType).safeParse(undefined).success,
    schema: schemaOf(field as z.ZodType, "input"),
  }))
}

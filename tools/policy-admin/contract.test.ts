import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { parse } from "yaml"
import { z } from "zod"
import { descriptions } from "#ports/policy-admin/contract/descriptions.ts"
import { examples } from "#ports/policy-admin/contract/examples.ts"
import { idempotencyKey, type Operation } from "#ports/policy-admin/contract/operation.ts"
import { type OperationName, operations } from "#ports/policy-admin/contract/operations.ts"
import { contractFile, contractText } from "./contract-text.ts"

const rows = Object.entries<Operation>(operations) as [OperationName, Operation][]

test("CONTRACT-01 client and server use the committed contract", () => {
  const committed = readFileSync(contractFile, "utf8")
  assert.equal(committed, contractText(), "npm run generate writes it")
})

interface Described {
  operationId: string
  description: string
  parameters: { $ref: string }[]
  responses: Record<string, unknown>
}

test("CONTRACT-01 each operation states whether it may be repeated, and what a time-out means", () => {
  const { paths } = parse(readFileSync(contractFile, "utf8")) as {
    paths: Record<string, Record<string, Described>>
  }
  const described = Object.values(paths).flatMap((methods) => Object.values(methods))
  assert.deepEqual(
    described.map(({ operationId }) => operationId),
    rows.map(([name]) => name),
  )
  for (const { operationId, description, parameters, responses } of described) {
    const changes = operations[operationId as OperationName] as Operation
    const hasKey = parameters.some(({ $ref }) => $ref.endsWith("/idempotencyKey"))
    assert.equal(hasKey, changes.sameChange !== undefined, operationId)
    assert.match(description, hasKey ? /repeated with its key/ : /repeated freely/)
    assert.match(description, hasKey ? /repeat it with the same key/ : /ask again/)
    assert.equal("409" in responses, hasKey, operationId)
    for (const status of ["200", "400", "401", "429", "500", "503"]) {
      assert.ok(status in responses, `${operationId} ${status}`)
    }
  }
})

interface Field {
  $ref?: string
  description?: string
  examples?: unknown[]
  type?: string | string[]
  properties?: Record<string, Field>
  items?: Field
  anyOf?: Field[]
}

test("CONTRACT-01 each field has a separate description, and an example if the operations contain one", () => {
  const document = parse(readFileSync(contractFile, "utf8")) as {
    paths: Record<string, Record<string, { operationId: string } & Record<string, never>>>
    components: { schemas: Record<string, Field> }
  }
  const used = new Set<string>()
  const wrong: string[] = []
  const withoutExample: string[] = []
  const visit = (schema: Field | undefined, place: string) => {
    for (const [name, field] of Object.entries(schema?.properties ?? {})) {
      const at = `${place}.${name}`
      for (const key of [at, name]) if (descriptions[key] === field.description) used.add(key)
      const text = field.description ?? ""
      if (!/^(premium |[A-Z`]).{8,}\.$/s.test(text)) wrong.push(`${at}: ${text}`)
      const isScalar = !field.properties && !field.items && !field.anyOf && field.type !== undefined
      if (isScalar && !field.examples && !place.startsWith("Problem")) withoutExample.push(at)
      visit(field, at)
    }
    if (schema?.items) visit(schema.items, place)
    for (const choice of schema?.anyOf ?? []) visit(choice, place)
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) visit(schema, name)
  for (const { operationId, requestBody, responses } of Object.values(document.paths).flatMap(
    (all) => Object.values(all),
  ) as unknown as { operationId: string; requestBody?: Body; responses: Record<string, Body> }[]) {
    visit(requestBody?.content["application/json"].schema, `${operationId}.request`)
    visit(responses[200]?.content["application/json"].schema, `${operationId}.reply`)
  }
  assert.deepEqual(wrong, [])
  assert.deepEqual(withoutExample, [])
  const stale = Object.keys(descriptions).filter((key) => !used.has(key))
  assert.deepEqual(stale, [])
})

interface Body {
  content: { "application/json": { schema: Field } }
}

test("CONTRACT-01 each example is unchanged after encoding and decoding", () => {
  for (const [name, { request, reply, strayField }] of rows) {
    const example = examples[name]
    for (const [schema, value] of [
      [request, example.request],
      [reply, example.reply],
    ] as const) {
      const sent = JSON.parse(JSON.stringify(z.encode(schema, value)))
      assert.deepEqual(z.decode(schema, sent), value, name)
    }
    assert.equal(strayField?.(example.request, example.reply), undefined, name)
  }
})

test("CONTRACT-01 money is a decimal string, and a date is an existing day", () => {
  const { applyPayment } = operations
  const sent = z.encode(applyPayment.request, examples.applyPayment.request)
  assert.equal(sent.amount, "26.00")
  const refused = [
    ...["26", "26.0", "26.000", "-26.00", "0.00", "026.00", "1e3", " 26.00", "26,00", ""].map(
      (amount) => ({ amount }),
    ),
    { amount: 26 as unknown as string },
    ...["2026-02-29", "2026-13-01", "11/24/2026", "2026-11-24T00:00:00Z", ""].map((paidOn) => ({
      paidOn,
    })),
    { paymentId: "\u0000" },
  ]
  for (const wrong of refused) {
    const read = z.safeDecode(applyPayment.request, { ...sent, ...wrong })
    assert.equal(read.success, false, JSON.stringify(wrong))
  }
})

test("CONTRACT-02 a repetition by another process has the same Idempotency-Key, and another change has a different one", () => {
  const { request } = examples.applyPayment
  const keyOf = (name: OperationName, asked: object) =>
    idempotencyKey(name, operations[name] as Operation, asked)
  const key = keyOf("applyPayment", request)
  assert.match(key ?? "", /^[\w-]{43}$/)
  assert.equal(keyOf("applyPayment", structuredClone(request)), key)
  const others = [
    keyOf("applyPayment", { ...request, paymentId: "another" }),
    keyOf("applyPayment", { ...request, client: "wayfarer" }),
    keyOf("returnPayment", { ...request, returnedOn: request.paidOn }),
    keyOf("setEmailSubscribed", examples.setEmailSubscribed.request),
    keyOf("setEmailSubscribed", examples.setEmailSubscribed.request),
  ]
  assert.equal(new Set([key, ...others]).size, 6)
  assert.equal(keyOf("account", examples.account.request), undefined)
})

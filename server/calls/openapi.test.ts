import assert from "node:assert/strict"
import { test } from "node:test"
import { endpoints } from "#contracts/endpoints.ts"
import { openApiDocument } from "./openapi.ts"

const document = openApiDocument()

test("CALLS-01 every contract row is in the API document", () => {
  const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  assert.deepEqual(listed.sort(), Object.keys(endpoints).sort())
})

test("a call of a signed-in person needs both halves of the session", () => {
  const dashboard = document.paths["/myaccount-core/dashboard"]?.post
  assert.deepEqual(dashboard?.security, [{ session: [], accessToken: [] }])
  assert.match(dashboard?.responses[401]?.description ?? "", /session\.required/)
})

test("path parameters are listed", () => {
  const group = document.paths["/appcontent/clientGroup/{nameOrId}"]?.get
  assert.deepEqual(group?.parameters, [
    {
      name: "nameOrId",
      in: "path",
      required: true,
      schema: { type: "string", maxLength: 100 },
    },
  ])
})

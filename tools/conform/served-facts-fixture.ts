import Fastify from "fastify"
import { systemClock } from "#platform/clock.ts"
import { type Facts, facts } from "#ports/policy-admin/conformance-facts.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import { replacePeople } from "#ports/policy-admin/embedded/people.load.ts"
import { servePolicyAdmin } from "#ports/policy-admin/served/served.ts"
import { openTestDatabase } from "#testing/database.ts"
import type { TestPerson } from "./people-file.ts"

export const token = "conformance-token"

/** People of the conformance facts. */
export const people: TestPerson[] = [
  {
    client: "second-client",
    accountNumber: "A1",
    policyNumbers: ["7000000088", "7000000077", "7000000066"],
    mayChange: true,
  },
  {
    client: "first-client",
    accountNumber: "A1",
    policyNumbers: ["7000000009", "7000000003", "7000000001"],
    mayChange: false,
  },
  { client: "first-client", accountNumber: "A3", policyNumbers: ["7000000030"], mayChange: false },
  { client: "first-client", accountNumber: "A2", policyNumbers: [], mayChange: false },
]

/** The conformance facts, with a way of paying that can be changed and products on auto pay. */
function factsToCheck(): Facts {
  const copy = structuredClone(facts)
  for (const { policy } of copy["second-client"]?.[0]?.products ?? []) {
    policy.billing.changeBlocked = ""
    if (!["7000000088", "7000000066"].includes(policy.policyNumber)) continue
    policy.billing.paymentMethodRecordId = "PM-1"
    policy.billing.paymentMethodLabel = "Visa ending in 4242"
    policy.billing.dueDate = "2026-12-31"
    policy.billing.openAmounts = [{ dueDate: "2026-12-31", cost: 2_600, owed: 2_600 }]
  }
  return copy
}

/** The embedded account system with the conformance facts, served over HTTP. */
export async function serveFacts() {
  const database = await openTestDatabase()
  await database.transaction(async (tx) => {
    for (const [client, those] of Object.entries(factsToCheck()))
      await replacePeople(tx, client, those)
  })
  const app = Fastify()
  const policyAdmin = createEmbeddedPolicyAdmin(database)
  app.register(servePolicyAdmin, { policyAdmin, clock: systemClock, token })
  const url = await app.listen({ host: "127.0.0.1", port: 0 })
  return {
    url,
    /** Everything that the port tells of the people. */
    async state() {
      const postings = people.map(({ client }) =>
        policyAdmin.postings(client, "1900-01-01", "2999-12-31"),
      )
      const accounts = people.map(({ client, accountNumber }) =>
        policyAdmin.account(client, accountNumber),
      )
      const products = people.flatMap(({ client, accountNumber, policyNumbers }) =>
        policyNumbers.map((number) => policyAdmin.entries(client, accountNumber, number)),
      )
      return await Promise.all([...postings, ...accounts, ...products])
    },
    async close() {
      await app.close()
      await database.close()
    },
  }
}

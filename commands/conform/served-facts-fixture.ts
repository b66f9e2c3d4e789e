import Fastify from "fastify"
import { systemClock } from "#platform/clock.ts"
import { type Facts, facts } from "#ports/policy-admin/conformance-facts.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import { replacePeople } from "#ports/policy-admin/embedded/people.load.ts"
import { servePolicyAdmin } from "#ports/policy-admin/served/served.ts"
import { openTestDatabase } from "#testing/database.ts"
import type { TestPerson } from "./people-file.ts"

export const token = "conformance-token"

/** The people in the conformance facts. */
export const people: TestPerson[] = [
  {
    client: "second-client",
    accountNumber: "A1",
    policyNumbers: ["7000000088", "7000000077", "7000000066", "7000000055", "7000000044"],
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

/**
 * The conformance facts, with changeable payment settings, products on auto pay, one with a due
 * bill and one without, and one with a bill that `serveFacts` pays.
 */
function factsToCheck(): Facts {
  const copy = structuredClone(facts)
  const products = copy["second-client"]?.[0]?.products ?? []
  const [like] = products
  for (const number of like ? ["7000000055", "7000000044"] : []) {
    const product = structuredClone(like) as NonNullable<typeof like>
    product.policy.policyNumber = number
    const quarterly = { code: "Q", label: "Quarterly", amount: 7_500, fee: 100 }
    product.policy.billing.frequencies.push(quarterly)
    if (number === "7000000055") {
      const due = { dueDate: "2026-01-31", cost: 2_600, owed: 2_600 }
      const { billing } = product.policy
      billing.openAmounts = [due, { ...due, dueDate: "2031-12-31" }]
      Object.assign(billing, { dueDate: due.dueDate, pastDueAmount: due.owed })
    }
    products.push(product)
  }
  for (const { policy } of products) {
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
  const policyAdmin = createEmbeddedPolicyAdmin(database)
  await policyAdmin.applyPayment({
    ...{ client: "second-client", accountNumber: "A1", policyNumber: "7000000044" },
    paymentId: "44444444-0000-4000-8000-000000000000",
    ...{ amount: 2_600, paidOn: "2026-01-01" },
  })
  const serve = async (port: number) => {
    const app = Fastify()
    app.register(servePolicyAdmin, { policyAdmin, clock: systemClock, token })
    return { app, url: await app.listen({ host: "127.0.0.1", port }) }
  }
  let { app, url } = await serve(0)
  return {
    url,
    /** The restarted server has the same data, and none of the keys. */
    async restart() {
      await app.close()
      app = (await serve(Number(URL.parse(url)?.port))).app
    },
    /** Everything that the port returns about the people. */
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

import type { Operation } from "#ports/policy-admin/contract/operation.ts"
import { pathOf } from "#ports/policy-admin/contract/operation.ts"
import { type OperationName, operations } from "#ports/policy-admin/contract/operations.ts"
import { type Check, expect, expectSame, type Trial } from "../check.ts"
import { peopleOf } from "../people.ts"
import { expectProblem } from "../server.ts"

const group = "HTTP"
const names = Object.keys(operations) as OperationName[]
const posted = names.filter((name) => operations[name].method === "POST")
/**
 * A body that no operation accepts, so that a server that forgets to check the token changes
 * nothing.
 */
const nothing = "{}"

/** Bodies that `person` must refuse. */
const malformed = [
  "{",
  "",
  "[]",
  '{"client":7,"accountNumber":"A-1"}',
  '{"client":"no-such-client"}',
]

export const requests: Check[] = [
  {
    name: "refuses every operation without a token",
    group,
    async run(trial) {
      await expectUnauthorized(trial, undefined)
    },
  },
  {
    name: "refuses every operation with a wrong token",
    group,
    async run(trial) {
      await expectUnauthorized(trial, "Bearer no-such-token")
      await expectUnauthorized(trial, "Basic bm8tc3VjaDp0b2tlbg==")
      await expectUnauthorized(trial, "Bearer")
    },
  },
  {
    name: "refuses a malformed request as invalid",
    group,
    async run({ server }) {
      for (const body of malformed) {
        const exchange = await server.send(pathOf("person"), { body })
        expectProblem(exchange, "invalid")
      }
      for (const name of posted) {
        const headers = isChange(name) ? { "idempotency-key": `conformance-${name}` } : {}
        const exchange = await server.send(pathOf(name), { body: nothing, headers })
        expectProblem(exchange, "invalid")
      }
    },
  },
  {
    name: "refuses dates with a time, impossible dates, and amounts that are not exact decimal texts",
    group,
    async run({ server, people, today }) {
      const [person] = people
      const of = {
        client: person?.client ?? "no-such-client",
        accountNumber: person?.accountNumber ?? "no-such-number",
      }
      const asked = { ...of, policyNumber: person?.policyNumbers[0] ?? "no-such-number" }
      for (const day of [`${today}T00:00:00Z`, "2027-02-29", "02/03/2027", 20_270_101]) {
        const body = JSON.stringify({ ...asked, question: { today: day } })
        const exchange = await server.send(pathOf("nextCharge"), { body })
        expectProblem(exchange, "invalid")
      }
      for (const minimum of [0.5, 50, "50", "50.0", "0.1e3", "$50.00", "1,000.00", ""]) {
        const body = JSON.stringify({ ...asked, question: { today, minimum } })
        const exchange = await server.send(pathOf("nextCharge"), { body })
        expectProblem(exchange, "invalid")
      }
    },
  },
  {
    name: "says that an unknown operation is unknown, never that a person is",
    group,
    async run({ server }) {
      for (const path of ["/v1/noSuchOperation", "/v999/person", "/"]) {
        expectProblem(await server.send(path, { body: nothing }), "unknownOperation")
      }
    },
  },
  {
    name: "answers a large request in a documented way",
    group,
    async run({ server }) {
      const request = { client: "no-such-client", accountNumber: "9".repeat(2_000_000) }
      const exchange = await server.send(pathOf("person"), { body: JSON.stringify(request) })
      if (exchange.status === 200)
        expectSame(JSON.parse(exchange.text), { person: null }, "no person")
      else expectProblem(exchange, "invalid", "tooLarge")
    },
  },
  {
    name: "answers twenty requests at once in their time, each about its own person",
    group,
    async run(trial) {
      const people = peopleOf(trial)
      const asked = Array.from({ length: 20 }, (_, n) => people[n % people.length])
      const found = await Promise.all(
        asked.map((person) =>
          trial.policyAdmin.account(person?.client ?? "", person?.accountNumber ?? ""),
        ),
      )
      for (const [n, account] of found.entries()) {
        expect(account !== undefined, "the account of the test person", account)
        expectSame(account, found[n % people.length], "the same account as in the other answers")
      }
    },
  },
  {
    name: "works on after a request that broke off",
    group,
    async run({ server, policyAdmin }) {
      const headers = { "content-length": undefined, "content-type": "text/plain" }
      const exchange = await server.send(pathOf("person"), { body: "client=harbor", headers })
      expectProblem(exchange, "invalid", "unknownOperation")
      expect(await policyAdmin.available(), "the account system is available", "it is not")
    },
  },
]

const isChange = (name: OperationName) => (operations[name] as Operation).sameChange !== undefined

async function expectUnauthorized({ server }: Trial, authorization: string | undefined) {
  for (const name of names) {
    const { method } = operations[name]
    const headers = {
      authorization,
      ...(isChange(name) && { "idempotency-key": `conformance-${name}` }),
    }
    const body = method === "GET" ? undefined : nothing
    expectProblem(await server.send(pathOf(name), { method, body, headers }), "unauthorized")
  }
}

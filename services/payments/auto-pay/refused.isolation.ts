import { earlier } from "#platform/time.ts"
import type { IsolationCase } from "#testing/isolation.ts"
import { clients, shared, uuid } from "#testing/second-tenant/keys.ts"
import * as standing from "../differences/standing-differences.store.ts"
import { findCanceledCharges } from "./auto-pay-failures.store.ts"
import { endSuspensionsFor, insertSuspension } from "./auto-pay-suspensions.store.ts"

const { noon, account: accountNumber, refusedPolicy: policyNumber } = shared

export const refusedCases: IsolationCase[] = [
  {
    name: "findCanceledCharges that the gateway refused",
    run: (tx, client) =>
      findCanceledCharges(tx, { client, policyNumber, billNumbers: [1] }, ["refused"]),
  },
  {
    name: "endSuspensionsFor when both clients have one",
    async run(tx, client) {
      const suspension = { methodRecordId: "", paymentId: null, reason: "refused" }
      for (const one of clients) {
        const row = { client: one, accountNumber, policyNumber: "4009990078", ...suspension }
        const id = uuid("c3")
        await insertSuspension(tx, { ...row, id, suspendedAt: earlier(noon, { hours: 1 }) })
      }
      return await endSuspensionsFor(tx, client, ["refused"], noon)
    },
  },
  {
    name: "findAllNotCharged",
    async run(tx, client) {
      const rows = await standing.findAllNotCharged(tx)
      return rows.filter((row) => row.client === client)
    },
  },
]

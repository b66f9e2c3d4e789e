import { earlier } from "#platform/time.ts"
import type { IsolationCase } from "#testing/isolation.ts"
import { refused } from "#testing/second-tenant/refused.store.ts"
import { shared } from "#testing/second-tenant/rows.store.ts"
import { secondTenant } from "#testing/second-tenant/second-tenant.ts"
import * as standing from "../differences/standing-differences.store.ts"
import { findCanceledCharges } from "./auto-pay-failures.store.ts"
import { endSuspensionsFor, insertSuspension } from "./auto-pay-suspensions.store.ts"

const { noon, account: accountNumber } = shared
const { policy: policyNumber } = refused

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
      for (const one of ["harbor", secondTenant]) {
        const row = { client: one, accountNumber, policyNumber: "4009990078", ...suspension }
        const id = "00000000-0000-4000-8000-0000000000c3"
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

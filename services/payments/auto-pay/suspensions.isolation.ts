import type { Queries } from "#database/sql.ts"
import { earlier } from "#platform/time.ts"
import { type IsolationCase, inTurn } from "#testing/isolation.ts"
import { clients, ids, shared, uuid } from "#testing/second-tenant/keys.ts"
import { addAuthorization } from "#testing/second-tenant/tables.ts"
import { findAutoPayNews, findFailedPayments } from "./auto-pay-failures.store.ts"
import {
  coverSuspensions,
  endSuspensions,
  endSuspensionsFor,
  findSuspendedProducts,
  findSuspensions,
  insertSuspension,
  isSuspended,
} from "./auto-pay-suspensions.store.ts"

const { account, crossedAccounts, policy, paidPolicy, recordId, noon } = shared
const { asked } = ids.authorization
const anHourAgo = earlier(noon, { hours: 1 })
const newSuspension = uuid("fe")
const newAuthorization = uuid("ff")

export const suspensionCases: IsolationCase[] = [
  {
    name: "findFailedPayments",
    run: (tx, client) => findFailedPayments(tx, { client, accountNumber: account }, anHourAgo),
  },
  {
    name: "endSuspensionsFor",
    run: (tx, client) => endSuspensionsFor(tx, client, ["methodGone"], noon),
  },
  {
    name: "findSuspensions",
    run: (tx, client) => findSuspensions(tx, { client, accountNumber: account }),
  },
  {
    name: "findAutoPayNews",
    run: (tx, client) =>
      inTurn([account, ...crossedAccounts], (accountNumber) =>
        findAutoPayNews(tx, { client, accountNumber }, anHourAgo, "2031-08-31", [policy]),
      ),
  },
  {
    name: "findSuspendedProducts",
    run: (tx, client) =>
      inTurn(["methodGone", "dropped", "lost"], (reason) =>
        findSuspendedProducts(tx, client, reason),
      ),
  },
  { name: "isSuspended", run: (tx, client) => isSuspended(tx, client, policy, recordId) },
  {
    name: "insertSuspension",
    run: (tx, client) =>
      insertSuspension(tx, {
        id: newSuspension,
        ...{ client, accountNumber: account, policyNumber: paidPolicy },
        methodRecordId: recordId,
        paymentId: null,
        reason: "methodGone",
        suspendedAt: noon,
      }),
  },
  {
    name: "endSuspensions",
    run: (tx, client) =>
      coverAndEnd(tx, { client, policyNumber: policy, methodRecordId: recordId }),
  },
  {
    name: "endSuspensions of a suspension between the changes of the two clients",
    async run(tx, client) {
      const of = { client, policyNumber: paidPolicy, methodRecordId: "PM-other" }
      await insertSuspension(tx, {
        ...of,
        id: newSuspension,
        accountNumber: account,
        paymentId: null,
        reason: "methodGone",
        suspendedAt: new Date(noon.getTime() + 500),
      })
      await coverAndEnd(tx, of)
    },
  },
  {
    name: "endSuspensions of an authorization that both clients have",
    async run(tx, client) {
      const of = { policyNumber: "4009990099", methodRecordId: "PM-other" }
      for (const one of clients) {
        const { policyNumber } = of
        await addAuthorization(tx, { client: one, id: newAuthorization, policyNumber })
        await insertSuspension(tx, {
          ...of,
          id: newSuspension,
          client: one,
          accountNumber: account,
          paymentId: null,
          reason: "methodGone",
          suspendedAt: noon,
        })
        await coverSuspensions(tx, { client: one, ...of, authorizationId: newAuthorization })
      }
      await endSuspensions(tx, { client, authorizationId: newAuthorization }, noon)
    },
  },
]

async function coverAndEnd(
  tx: Queries,
  of: { client: string; policyNumber: string; methodRecordId: string },
): Promise<void> {
  const change = { ...of, authorizationId: asked }
  await coverSuspensions(tx, change)
  await endSuspensions(tx, change, noon)
}

import { earlier } from "#platform/time.ts"
import type { Period } from "#ports/payment-gateway/port.ts"
import type { Deps } from "#services/deps.ts"
import { findContradictions } from "../paying/contradictions.ts"
import {
  type Difference,
  findNotAtGateway,
  findOtherBalances,
  findOtherPayouts,
  findUnfinished,
  findUnknownMovements,
} from "./differences.store.ts"
import { findOtherProducts } from "./other-products.ts"
import { findPostingDifferences } from "./posting-differences.ts"

/**
 * All differences that exist now, of all clients. `read` is the period whose movements at the gateway
 * have been read. Errors: `AccountSystemAway`.
 */
export async function findDifferences(deps: Deps, read: Period): Promise<Difference[]> {
  const { database, clock, gateway, brands } = deps
  const now = clock.now()
  const patience = {
    dayAgo: earlier(now, { days: 1 }),
    threeDaysAgo: earlier(now, { days: 3 }),
    twoWeeksAgo: earlier(now, { days: 14 }),
    readFrom: read.from,
  }
  const found = [
    await findUnknownMovements(database, gateway.name),
    await findOtherBalances(database, gateway.name, read.until),
    await findNotAtGateway(database, gateway.name, patience),
    await findUnfinished(database, patience),
    await findOtherPayouts(database, gateway.name),
  ]
  for (const client of await brands.customerClients()) {
    const postings = await findPostingDifferences(deps, client)
    const hidden = postings.flatMap(({ paymentId, theirs }) => (theirs === 0 && paymentId) || [])
    found.push(postings, await findContradictions(deps, client, hidden))
    found.push(await findHeld(deps, client), await findOtherProducts(deps, client))
    found.push(await findNotShown(deps, client))
  }
  return found.flat()
}

/** Changes that the account system accepted a day ago or earlier, and that no read shows. */
async function findNotShown({ policyAdmin }: Deps, client: string): Promise<Difference[]> {
  const overdue = (await policyAdmin.overdueChanges?.(client)) ?? []
  return overdue.map(({ kind, accountNumber, policyNumber, acceptedAt }) => {
    const reference = policyNumber || accountNumber
    return {
      kind: "notShown",
      subject: `${client} ${kind} ${reference} ${acceptedAt.toISOString()}`,
      client,
      paymentId: null,
      reference,
      ours: null,
      theirs: null,
      at: acceptedAt,
    }
  })
}

/** Products whose late bills wait for an operator. */
async function findHeld(
  { policyAdmin, brands, clock }: Deps,
  client: string,
): Promise<Difference[]> {
  const today = (await brands.todayOf(client)).toString()
  const held = (await policyAdmin.billing.heldBills?.(client, today)) ?? []
  return held.map(({ policyNumber, dueDate }) => ({
    kind: "notBilled",
    subject: `${client} ${policyNumber} ${dueDate}`,
    client,
    paymentId: null,
    reference: policyNumber,
    ours: null,
    theirs: null,
    at: clock.now(),
  }))
}

import type { Database } from "#database/open.ts"
import { type Queries, sql } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import { addReport } from "#services/brands/csp-reports.store.ts"
import { insertEvent, nextEvent, putOffDelivery } from "#services/events/events.store.ts"
import { noteAccountState } from "#services/events/received/account-state.store.ts"
import { insertReceived } from "#services/events/received/received-events.store.ts"
import { writeAnnouncements } from "./announcements.ts"
import { writeAuditLog } from "./audit-log.store.ts"
import { writeAgreements, writeRequests, writeSuspensions } from "./auto-pay.ts"
import { writeBilling } from "./billing.store.ts"
import { writeBooks } from "./books.store.ts"
import { writeCorrections } from "./corrections.ts"
import { writeDisputes } from "./disputes.ts"
import { writeIdentity } from "./identity.store.ts"
import { clients, ids, otherClient, shared } from "./keys.ts"
import { writeLoads } from "./loads.store.ts"
import { writePayable } from "./payable.ts"
import { writeMethods, writePayments } from "./payments.ts"
import { writeErasures, writeProfile } from "./profile.ts"
import { writeReconciliation } from "./reconciliation.store.ts"
import { writeRefused } from "./refused.ts"
import { writeReleases } from "./releases.store.ts"
import { addGroup, addGroupItem } from "./tables.ts"

/** Adds, for both clients, the rows that come from use rather than from the loaded folders. */
export async function writeSecondTenant(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    for (const client of clients) {
      await writeAgreements(tx, client)
      await writePayments(tx, client)
      await writeMethods(tx, client)
      await writeSuspensions(tx, client)
      await writeRequests(tx, client)
      await writeIdentity(tx, client)
      await writeProfile(tx, client)
      await writeErasures(tx, client)
      await writeBilling(tx, client)
      await writeEvents(tx, client)
      await writeLoads(tx, client)
      await writeAnnouncements(tx, client)
      await writeRefused(tx, client)
      await writeAuditLog(tx, client)
      await writeGroup(tx, client)
      await writeReleases(tx, client)
      await addReport(tx, client, shared.report, shared.noon, 100)
    }
    await writeBooks(tx)
    for (const client of clients) await writeCorrections(tx, client)
    for (const client of clients) await writeDisputes(tx, client)
    await writeReconciliation(tx)
    await writePayable(tx)
    await tx.rows(sql`update appcontent.client set staff_second_factor = client = 'twin'`)
  })
}

/**
 * Makes both clients groups with the same member client; one also has another client at the other's
 * host.
 */
async function writeGroup(tx: Queries, client: string) {
  await addGroup(tx, { client })
  const items = [
    ["steelworkers", "steelworkers.localhost"],
    ["wayfarer", `${otherClient(client)}.localhost`],
  ] as const
  for (const [position, [item, host]] of items.entries()) {
    const name = `${item} of ${client}`
    await addGroupItem(tx, { clientGroup: client, client: item, name, host, position })
  }
}

/**
 * Writes an event with the same account and id at both clients. Each client has an endpoint whose
 * delivery is due, and another one whose delivery is due only at the other client.
 */
async function writeEvents(tx: Queries, client: string): Promise<void> {
  const { account: accountNumber, noon: now } = shared
  await nextEvent(tx, client, accountNumber, now)
  const body = JSON.stringify({ client })
  const event = { client, id: ids.event, accountNumber, type: "test", body, now }
  await insertEvent(tx, { ...event, endpoints: shared.endpoints })
  const endpoint = `of ${otherClient(client)}`
  const claim = { client, eventId: event.id, endpoint, tries: 0 }
  await putOffDelivery(tx, claim, { nextTryAt: later(now, { hours: 1 }), reason: "500", now })
  const closedAt = later(now, { hours: client.length })
  await noteAccountState(tx, { client, accountNumber }, { closedAt })
  for (const webhookId of ["one-message", `of ${client}`]) {
    await insertReceived(tx, { client, sender: "billing", webhookId }, now)
  }
}

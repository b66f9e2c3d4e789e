import type { Database } from "#database/open.ts"
import { findAllNotCharged, type NotCharged } from "../differences/standing-differences.store.ts"
import { refusedReasons } from "../paying/payment-reasons.ts"
import { endSuspensionsFor } from "./auto-pay-suspensions.store.ts"

/** The products that the gateway refuses to charge, of every client, oldest first. */
export async function listRefusedCharges(database: Database): Promise<NotCharged[]> {
  return await findAllNotCharged(database)
}

/**
 * Lets auto pay of a client's products continue that was suspended because the gateway refused our
 * account or gave an unknown reason. Returns the number of products.
 */
export async function allowRefusedCharges(
  database: Database,
  client: string,
  now: Date,
): Promise<number> {
  return await endSuspensionsFor(database, client, refusedReasons, now)
}

import type { Database } from "#database/open.ts"
import {
  findUntoldNotices,
  resolveStanding,
  type UntoldNotice,
} from "../reconciliation/standing-differences.store.ts"

/** Required emails that could not be written, of every client, the oldest first. */
export async function listUntoldNotices(database: Database): Promise<UntoldNotice[]> {
  return await findUntoldNotices(database)
}

/** Settles the notices of an account whose customer was informed in another way. Returns them. */
export async function settleUntoldNotices(
  database: Database,
  { client, accountNumber }: { client: string; accountNumber: string },
  now: Date,
): Promise<UntoldNotice[]> {
  return await database.transaction(async (tx) => {
    const all = await findUntoldNotices(tx)
    const own = all.filter(
      (one) => one.client === client && one.subject.startsWith(`account ${accountNumber} `),
    )
    for (const { subject } of own)
      await resolveStanding(tx, { kind: "untold", client, subject }, now)
    return own
  })
}

import type { Database } from "#database/open.ts"
import {
  findUnsentNotices,
  resolveStanding,
  type UnsentNotice,
} from "./standing-differences.store.ts"

/** Required emails that could not be written, of every client, oldest first. */
export async function listUnsentNotices(database: Database): Promise<UnsentNotice[]> {
  return await findUnsentNotices(database)
}

/** Resolves the notices of an account whose customer was informed another way. Returns them. */
export async function settleUnsentNotices(
  database: Database,
  { client, accountNumber }: { client: string; accountNumber: string },
  now: Date,
): Promise<UnsentNotice[]> {
  return await database.transaction(async (tx) => {
    const all = await findUnsentNotices(tx)
    const own = all.filter(
      (one) => one.client === client && one.subject.startsWith(`account ${accountNumber} `),
    )
    for (const { subject } of own)
      await resolveStanding(tx, { kind: "untold", client, subject }, now)
    return own
  })
}

import { type Queries, sql } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import { either, shared } from "./keys.ts"
import {
  addFrequency,
  addImportProgress,
  addInsuredPerson,
  addLoadedKind,
  addRider,
} from "./tables.ts"

const { noon } = shared

/**
 * Writes the rows that an import has left at each client. The second tenant has newer data and
 * longer lists.
 */
export async function writeLoads(tx: Queries, client: string): Promise<void> {
  const asOf = either(client, noon, later(noon, { hours: 1 }))
  await tx.rows(
    sql`update policy_admin.person set as_of = ${asOf}
      where client = ${client} and account_number = ${shared.reactivateAccount}`,
  )
  await tx.rows(
    sql`update policy_admin.billing set as_of = ${asOf}
      where client = ${client} and policy_number = ${shared.billedPolicy}`,
  )
  await addImportProgress(tx, { client })
  await addLoadedKind(tx, { client, asOf, importAsOf: asOf })
  const position = either(client, 50, 70)
  await addFrequency(tx, { client, position })
  await addRider(tx, { client, position })
  await addInsuredPerson(tx, { client, position })
}

/** Gives a client an account with Stripe of its own. */
export async function giveStripeAccount(tx: Queries, client: string): Promise<void> {
  await tx.rows(
    sql`update appcontent.client set stripe_account = 'acct_1' where client = ${client}`,
  )
}

/** Leaves clients without a name for statements of their own. */
export async function forgetShortNames(tx: Queries, names: readonly string[]): Promise<void> {
  await tx.rows(
    sql`update appcontent.client set short_name = null where client = any(${names}::text[])`,
  )
}

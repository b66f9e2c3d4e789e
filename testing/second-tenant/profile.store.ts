import { type Queries, sql } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import { secondTenant } from "./second-tenant.ts"

/** The keys of the rows, the same at both clients. */
interface Keys {
  account: string
  noon: Date
  tokenHash: Buffer
  contactChange: string
  newEmail: string
}

/** Writes open changes and links of one person, whom both clients have. */
export async function writeProfile(tx: Queries, client: string, keys: Keys): Promise<void> {
  const { account, noon, tokenHash } = keys
  const inAnHour = later(noon, { hours: 1 })
  await tx.rows(
    sql`insert into myaccount_core.contact_change (id, client, account_number, asked, asked_at)
      values (${keys.contactChange}, ${client}, ${account}, ${JSON.stringify({ client })}, ${noon})`,
  )
  await tx.rows(
    sql`insert into myaccount_core.unshown_change (client, account_number, id, number, kind,
        policy_number, before, after, accepted_at, look_at)
      values (${client}, ${account}, 'a change', ${client === secondTenant ? 11 : 1}, 'contact', '', ${JSON.stringify(client)},
        ${JSON.stringify({ client })}, ${noon}, ${client === secondTenant ? noon : inAnHour}),
      (${client}, ${account}, 'a credit', ${client === secondTenant ? 12 : 2}, 'credit', '', 'null', ${JSON.stringify({ client })},
        ${noon}, ${inAnHour}),
      (${client}, ${account}, 'a choice', ${client === secondTenant ? 13 : 3}, 'billing', '', 'null', ${JSON.stringify({ client })},
        ${noon}, ${inAnHour})`,
  )
  await tx.rows(
    sql`insert into myaccount_core.new_email (client, account_number, id, userid, from_address,
        to_address, asked_at, expires_at)
      values (${client}, ${account}, ${keys.newEmail}, ${`maria.santos_${client}`},
        'old@example.com', ${`new@${client}.example.com`}, ${noon}, ${inAnHour})`,
  )
  await tx.rows(
    sql`insert into myaccount_core.email_hold (client, account_number, proven_address, token_hash,
        expires_at)
      values (${client}, ${account}, ${`old@${client}.example.com`}, ${tokenHash}, ${inAnHour})`,
  )
  await tx.rows(
    sql`insert into myaccount_core.unsubscribe_link (client, token_hash, account_number, created_at)
      values (${client}, ${tokenHash}, ${client}, ${noon})`,
  )
  await tx.rows(
    sql`insert into myaccount_core.kept_read (client, account_number, read, sealed, kept_at)
      values (${client}, ${account}, ${tokenHash}, ${Buffer.from(client)}, ${noon})`,
  )
  await tx.rows(
    sql`insert into myaccount_core.kept_number (client, number, account_number, kept_at)
      values (${client}, ${tokenHash}, ${`${account}-${client}`}, ${noon}),
        (${client}, ${Buffer.from(client)}, ${account}, ${noon})`,
  )
}

import type { Queries } from "#database/sql.ts"

/** A client that is neither Harbor Mutual nor the second tenant. */
const elsewhere = "wayfarer"
const id = "00000000-0000-4000-8000-0000000000ee"

interface Keys {
  client: string
  account: string
  policy: string
}

/** Copies a row of this client's account to another client, with these fields changed. */
async function copyElsewhere(
  tx: Queries,
  table: string,
  { client, account }: Keys,
  changed: object,
): Promise<void> {
  const text = `insert into ${table}
    select (jsonb_populate_record(null::${table}, to_jsonb(t) || $3::jsonb)).*
      from (select * from ${table} where client = $1 and account_number = $2 order by 1, 2, 3
        limit 1) t`
  const fields = JSON.stringify({ client: elsewhere, ...changed })
  await tx.rows({ name: "", text, values: [client, account, fields] })
}

/**
 * Gives another client rows of an account with the same number, and of one whose number neither
 * tenant has.
 */
export async function writeElsewhere(tx: Queries, keys: Keys): Promise<void> {
  const other = { account_number: "ELSEWHERE-1" }
  const copies: [table: string, changed: object][] = [
    ["policy_admin.person", {}],
    ["policy_admin.person", other],
    ["policy_admin.policy", { policy_number: "elsewhere" }],
    ["policy_admin.policy", { policy_number: keys.policy, ...other }],
    ["policy_admin.payment", { payment_id: id, policy_number: "paid elsewhere" }],
    ["appauth.user_account", { username: "elsewhere", ...other }],
    ["myaccount_core.new_email", { from_address: "was@elsewhere.example" }],
    ['myaccount_core."authorization"', { id, policy_number: "agreed elsewhere" }],
    ['myaccount_core."authorization"', { id: id.replace(/ee$/, "ef"), ...other }],
    ["myaccount_core.payment", { id, authorization_id: null, ...other }],
    ["myaccount_core.kept_read", other],
    ["myaccount_core.unshown_change", other],
    ["myaccount_core.event", { id, ...other }],
  ]
  for (const [table, changed] of copies) await copyElsewhere(tx, table, keys, changed)
}

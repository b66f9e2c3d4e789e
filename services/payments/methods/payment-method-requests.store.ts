import { oneRow, type Queries, sql } from "#database/sql.ts"
import type { AuditEntry } from "#services/audit/audit.ts"
import type { MethodEntry } from "./payment-methods.store.ts"

/** The person who sent the request. */
type By = Pick<AuditEntry, "actor" | "subjectUserid" | "ip">

/** A request to the gateway, stored until the gateway has answered. */
export type RequestContent =
  | {
      kind: "add"
      token: string
      /** The gateway that issued the token; absent in requests of the earlier release. */
      gateway?: string
      cardType: "VS" | "MC" | "DS" | "AM" | ""
      bankType: "C" | "S" | ""
      entry: MethodEntry
      remembered: boolean
      /** For bank accounts: the text that the customer agreed to, and the circumstances. */
      accepted?: { text: string; at: string; ip: string; userAgent: string }
      by: By
      /** The site that emails link to. */
      siteAddress: string
    }
  | {
      kind: "change"
      /** Expiration date; "" for banks. */
      expirationDate: string
      entry: MethodEntry
      by: By
    }
  | {
      kind: "renew"
      /** The text that the customer agreed to. */
      text: string
      at: string
      /** The circumstances on the page; absent if staff asked the customer by phone. */
      page?: { ip: string; userAgent: string }
      by: By
      siteAddress: string
    }
  | {
      kind: "delete"
      gateway: string
      gatewayReference: string
      /** Products whose auto pay ends with the method. */
      policyNumbers: string[]
      by: By
    }

export interface MethodRequest {
  /** A UUID; also the key at the gateway. */
  id: string
  client: string
  accountNumber: string
  recordId: string
  /** The content; null once the request has ended. */
  content: RequestContent | null
  status: "open" | "undoing" | "done" | "refused"
  tries: number
}

interface NewRequest extends Pick<MethodRequest, "client" | "accountNumber" | "recordId"> {
  content: RequestContent
  /** Hash of the token, for an addition only. */
  tokenHash?: Buffer
  now: Date
  /** When another process may continue the request. */
  nextTryAt: Date
}

/** Undefined if the token was sent before, or another such request for the method is open. */
export async function insertRequest(
  tx: Queries,
  request: NewRequest,
): Promise<MethodRequest | undefined> {
  const { client, accountNumber, recordId, content, tokenHash, now, nextTryAt } = request
  return await oneRow<MethodRequest>(
    tx,
    sql`insert into myaccount_core.payment_method_request (id, client, account_number, record_id,
        kind, token_hash, content, status, tries, next_try_at, created_at)
      values (gen_random_uuid(), ${client}, ${accountNumber}, ${recordId}, ${content.kind},
        ${tokenHash ?? null}, ${JSON.stringify(content)}, 'open', 1, ${nextTryAt}, ${now})
      on conflict do nothing
      returning id, client, account_number, record_id, content,
        status, tries`,
  )
}

export async function findRequestByToken(
  queries: Queries,
  client: string,
  accountNumber: string,
  tokenHash: Buffer,
): Promise<MethodRequest | undefined> {
  return await oneRow<MethodRequest>(
    queries,
    sql`select id, client, account_number, record_id, content,
        status, tries
      from myaccount_core.payment_method_request
      where client = ${client} and account_number = ${accountNumber}
        and token_hash = ${tokenHash}`,
  )
}

/** The change or renewal of this method that the gateway has not answered yet, if there is one. */
export async function findOpenMethodChange(
  queries: Queries,
  client: string,
  recordId: string,
  kind: "change" | "renew" = "change",
): Promise<MethodRequest | undefined> {
  return await oneRow<MethodRequest>(
    queries,
    sql`select id, client, account_number, record_id, content,
        status, tries
      from myaccount_core.payment_method_request
      where client = ${client} and record_id = ${recordId} and kind = ${kind}
        and status = 'open'`,
  )
}

export async function findStatus(
  queries: Queries,
  client: string,
  id: string,
): Promise<MethodRequest["status"] | undefined> {
  const row = await oneRow<Pick<MethodRequest, "status">>(
    queries,
    sql`select status from myaccount_core.payment_method_request
      where client = ${client} and id = ${id}`,
  )
  return row?.status
}

/**
 * Claims due requests for this process until `until`. An addition that the customer did not repeat
 * is undone: the customer was informed that it was not saved.
 */
export async function claimDueRequests(
  queries: Queries,
  now: Date,
  until: Date,
  most: number,
): Promise<MethodRequest[]> {
  return await queries.rows<MethodRequest>(
    sql`with due as (
        select client, id from myaccount_core.payment_method_request where next_try_at <= ${now}
        order by next_try_at limit ${most} for update skip locked)
      update myaccount_core.payment_method_request r set tries = r.tries + 1,
        next_try_at = ${until}, status = case when r.kind = 'add' then 'undoing' else 'open' end
      from due
      where r.client = due.client and r.id = due.id
      returning r.id, r.client, r.account_number, r.record_id,
        r.content, r.status, r.tries`,
  )
}

/**
 * Ends a request whose status is still `from`. Returns false if another process changed the status.
 */
export async function endRequest(
  tx: Queries,
  client: string,
  id: string,
  from: "open" | "undoing",
  to: "done" | "refused",
): Promise<boolean> {
  const ended = await tx.rows(
    sql`update myaccount_core.payment_method_request
      set status = ${to}, content = null, next_try_at = null
      where client = ${client} and id = ${id} and status = ${from} returning 1`,
  )
  return ended.length > 0
}

export async function tryRequestLater(
  queries: Queries,
  client: string,
  id: string,
  at: Date,
): Promise<void> {
  await queries.rows(
    sql`update myaccount_core.payment_method_request set next_try_at = ${at}
      where client = ${client} and id = ${id} and next_try_at is not null`,
  )
}

/** Deletes methods that were entered for one payment, and has the gateway forget them. */
export async function deleteUsedOnce(queries: Queries, before: Date, now: Date): Promise<number> {
  const asked = await queries.rows(
    sql`with used as (update myaccount_core.payment_method set deleted_at = ${now}
        where not remembered and deleted_at is null and created_at < ${before} returning *)
      insert into myaccount_core.payment_method_request (id, client, account_number, record_id,
        kind, content, status, tries, next_try_at, created_at)
      select gen_random_uuid(), client, account_number, record_id, 'delete',
        json_build_object('kind', 'delete', 'gateway', gateway, 'gatewayReference',
          gateway_reference, 'policyNumbers', json_build_array(), 'by',
          json_build_object('actor', json_build_object('kind', 'system'),
            'subjectUserid', null, 'ip', null)),
        'open', 0, ${now}, ${now} from used
      returning 1`,
  )
  return asked.length
}

/** Deletes requests that ended before `before`. */
export async function deleteOldRequests(queries: Queries, before: Date): Promise<void> {
  await queries.rows(
    sql`delete from myaccount_core.payment_method_request
      where next_try_at is null and created_at < ${before}`,
  )
}

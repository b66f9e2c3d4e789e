import { type Queries, sql } from "#database/sql.ts"
import type { PaymentMethodRow } from "../methods/payment-methods.store.ts"

export interface NotFinalMethod
  extends Pick<
    PaymentMethodRow,
    "client" | "accountNumber" | "recordId" | "kind" | "gatewayReference"
  > {
  /** Position in the order of creation, across all clients. */
  number: string
}

/**
 * Saved accounts of all clients that are not verified yet or cannot be charged, and cards whose last
 * day is in a period, in order of creation, after the number `after`.
 */
export async function findNotFinalMethods(
  queries: Queries,
  gateway: string,
  lastDays: { from: string; by: string },
  after: string | undefined,
  limit: number,
): Promise<NotFinalMethod[]> {
  return await queries.rows<NotFinalMethod>(
    sql`select number::text, client, account_number, record_id, kind, gateway_reference
      from myaccount_core.payment_method
      where gateway = ${gateway} and deleted_at is null
        and number > ${after ?? "0"}
        and case kind
          when 'bank' then (verify_at <> '' and not verification_failed)
            or blocked_reason <> '' or authorization_gone
          else (to_date(expiration_date, 'MM/YYYY') + interval '1 month - 1 day')::date
            between ${lastDays.from}::date and ${lastDays.by}::date
        end
      order by payment_method.number limit ${limit}`,
  )
}

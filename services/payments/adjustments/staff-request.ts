import { randomUUID } from "node:crypto"
import { ApiError } from "#contracts/messages.ts"
import type { Queries } from "#database/sql.ts"
import type { ClaimingJob } from "#platform/jobs/job.ts"
import { later } from "#platform/time.ts"
import type { AuditAction } from "#services/audit/audit.ts"
import type { Deps } from "#services/deps.ts"
import { claimSeconds } from "../paying/state-changes.ts"

/** Hours during which a second staff member can approve a request. */
const approvalHours = 24

/** The staff member who requests or decides, and the customer's registration if there is one. */
export interface By {
  staffUserid: string
  ip: string
  subjectUserid: string | null
  /** Counts the operation in the customer's rate limit; it throws when the limit is reached. */
  count?: (tx: Queries) => Promise<void>
}

/**
 * The columns that refunds and corrections share. A refund that other software made at the gateway
 * has no reason, key or staff member.
 */
export interface StaffRequest {
  id: string
  client: string
  accountNumber: string
  /** Cents. */
  amount: number
  reason: string
  /** `waiting`, `refused`, `withdrawn` or `approved`; later states differ. */
  status: string
  /** One for each intention of staff. */
  idempotencyKey: string | null
  requestedBy: string | null
  requestedAt: Date
  /** When a request for dual approval expires. */
  expiresAt: Date | null
  decidedBy: string | null
  decidedAt: Date | null
  /** Number of claims so far. */
  tries: number
}

/** The columns of a new request that the process below sets. */
export interface RequestState {
  id: string
  status: "waiting" | "approved"
  idempotencyKey: string
  requestedBy: string
  requestedAt: Date
  expiresAt: Date | null
  nextTryAt: Date | null
}

export interface Decision {
  by: string
  at: Date
  status: "approved" | "refused"
  claimedUntil: Date | null
}

/** What differs between a refund and a correction. `New`: a row to insert. */
export interface RequestKind<Row extends StaffRequest, New> {
  /** The first part of its message ids. */
  name: "refund" | "correction"
  find(queries: Queries, clients: readonly string[], id: string): Promise<Row | undefined>
  findByKey(queries: Queries, client: string, key: string): Promise<Row | undefined>
  /** Errors: an error if the key, or another row that excludes this one, is stored. */
  insert(tx: Queries, row: New): Promise<void>
  /** Decides a waiting request. True for only one call, and never for its own staff member. */
  decide(tx: Queries, client: string, id: string, decision: Decision): Promise<boolean>
  /** Withdraws a waiting request of this staff member. True for only one call. */
  withdraw(tx: Queries, client: string, id: string, by: string, now: Date): Promise<boolean>
  /** Its audit entry. `name` follows "Asked a colleague to approve". */
  audited(row: Row | New): { action: AuditAction; name: string; details: Record<string, string> }
  /** The staff member who made what the request is about; null if nobody did. */
  causedBy(row: Row): Promise<string | null>
  /**
   * Reads what an approval depends on, and returns a check for its transaction. Both throw if the
   * request cannot be approved now.
   */
  prepareApproval(row: Row): Promise<(tx: Queries) => Promise<void>>
  /** Sends or posts an approved request. Never throws: the job continues it. */
  carryOut(row: Row): Promise<void>
}

/** What staff ask for. `details`: the entered columns, which the same key must repeat. */
export interface Asked<Row extends StaffRequest>
  extends Pick<StaffRequest, "client" | "accountNumber"> {
  key: string
  details: Pick<Row, "amount"> & Partial<Row>
}

export interface Admission<New> {
  /**
   * Locks what the request changes, and returns the cents of other requests that count toward the
   * client's limit. Errors: why the request is not possible.
   */
  lock(tx: Queries): Promise<number>
  rowOf(state: RequestState): New
}

type Expiring = Pick<StaffRequest, "status" | "expiresAt">

/** Whether a request still waits for approval. */
export function isWaiting({ status, expiresAt }: Expiring, now: Date): boolean {
  return status === "waiting" && expiresAt !== null && expiresAt > now
}

/** Whether it is requested, and not yet sent or posted. */
export function isAsked(request: Expiring, now: Date): boolean {
  return request.status === "approved" || isWaiting(request, now)
}

/**
 * The process of refunds and of corrections. A staff member makes a request, once for each key. If
 * it is above the client's limit, it waits until another staff member approves or refuses it, its
 * own staff member withdraws it, or it expires. An approved request is carried out: a refund is sent
 * to the gateway, and a correction is posted in the account system.
 */
export function createStaffRequests<Row extends StaffRequest, New>(
  { database, clock, audit, brands }: Deps,
  kind: RequestKind<Row, New>,
) {
  /**
   * Stores a request, and carries it out unless it needs approval. The same key returns the same
   * request. `admit` runs for a new key. Errors: `….keyReused`, and the errors of `admit`, of its
   * `lock`, of `insert` and of `by.count`.
   */
  async function request(
    asked: Asked<Row>,
    by: By,
    admit: () => Promise<Admission<New>>,
  ): Promise<Row> {
    const known = await repeated(asked)
    if (known) return await carriedOut(known)
    const { lock, rowOf } = await admit()
    const { client, key, details } = asked
    const { approvalAbove } = await brands.refundRulesOf(client)
    const id = randomUUID()
    try {
      await database.transaction(async (tx) => {
        const needsApproval = (await lock(tx)) + details.amount > approvalAbove
        const now = clock.now()
        const row = rowOf({
          id,
          status: needsApproval ? "waiting" : "approved",
          idempotencyKey: key,
          requestedBy: by.staffUserid,
          requestedAt: now,
          expiresAt: needsApproval ? later(now, { hours: approvalHours }) : null,
          nextTryAt: needsApproval ? null : later(now, { seconds: claimSeconds }),
        })
        await kind.insert(tx, row)
        await by.count?.(tx)
        const { action, name, details: audited } = kind.audited(row)
        await (needsApproval
          ? record(tx, asked, by, "staff.approval.ask", { ...audited, for: name })
          : record(tx, asked, by, action, audited))
      })
    } catch (error) {
      // The cause may be this same request, stored just now.
      const stored = await repeated(asked)
      if (!stored) throw error
      return await carriedOut(stored)
    }
    return await carriedOut({ client, id })
  }

  /** The request with this key. Errors: `….keyReused` if its details differ. */
  async function repeated({ client, key, details }: Asked<Row>): Promise<Row | undefined> {
    const known = await kind.findByKey(database, client, key)
    const names = Object.keys(details) as (keyof Row)[]
    const isSame = names.every((name) => known?.[name] === details[name])
    if (known && !isSame) throw new ApiError(`${kind.name}.keyReused`)
    return known
  }

  /**
   * Approves or refuses the request of another staff member; an approved request is carried out.
   * Errors: `agent.ownApproval`, `agent.ownCause`, `….approvalOver`, the errors of `prepareApproval`
   * and of its check, and those of `by.count`.
   */
  async function decide(row: Row, isApproved: boolean, by: By): Promise<Row> {
    if (!isWaiting(row, clock.now())) throw new ApiError(`${kind.name}.approvalOver`)
    if (row.requestedBy === by.staffUserid) throw new ApiError("agent.ownApproval")
    if ((await kind.causedBy(row)) === by.staffUserid) throw new ApiError("agent.ownCause")
    const check = isApproved ? await kind.prepareApproval(row) : undefined
    await database.transaction(async (tx) => {
      await check?.(tx)
      const now = clock.now()
      const isFirst = await kind.decide(tx, row.client, row.id, {
        by: by.staffUserid,
        at: now,
        status: isApproved ? "approved" : "refused",
        claimedUntil: isApproved ? later(now, { seconds: claimSeconds }) : null,
      })
      if (!isFirst) throw new ApiError(`${kind.name}.approvalOver`)
      await by.count?.(tx)
      const { action, name, details } = kind.audited(row)
      const decided = { ...details, "asked for by": row.requestedBy ?? "" }
      await (isApproved
        ? record(tx, row, by, action, decided)
        : record(tx, row, by, "staff.approval.refuse", { ...decided, for: name }))
    })
    return isApproved ? await carriedOut(row) : { ...row, status: "refused" }
  }

  /** Withdraws one's own request that waits for approval. Errors: `….approvalOver`. */
  async function withdraw(row: Row, by: By): Promise<Row> {
    if (!isWaiting(row, clock.now())) throw new ApiError(`${kind.name}.approvalOver`)
    await database.transaction(async (tx) => {
      const isFirst = await kind.withdraw(tx, row.client, row.id, by.staffUserid, clock.now())
      if (!isFirst) throw new ApiError(`${kind.name}.approvalOver`)
      const { name, details } = kind.audited(row)
      await record(tx, row, by, "staff.approval.withdraw", { ...details, for: name })
    })
    return { ...row, status: "withdrawn" }
  }

  /** Carries out a request if it is approved, and returns its new state. */
  async function carriedOut({ client, id }: Pick<StaffRequest, "client" | "id">): Promise<Row> {
    const row = await kind.find(database, [client], id)
    if (!row) throw new ApiError("request.notFound")
    if (row.status !== "approved") return row
    await kind.carryOut(row)
    return (await kind.find(database, [client], id)) ?? row
  }

  async function record(
    tx: Queries,
    { client, accountNumber }: Pick<StaffRequest, "client" | "accountNumber">,
    { staffUserid, subjectUserid, ip }: By,
    action: AuditAction,
    after: Record<string, string>,
  ): Promise<void> {
    const actor = { kind: "staff", userid: staffUserid } as const
    await audit.record(tx, { client, accountNumber, subjectUserid, actor, ip, action, after })
  }

  return { request, decide, withdraw }
}

/**
 * Continues requests whose process died, or that failed while the gateway or the account system was
 * unavailable.
 */
export function requestJob<Row>(
  name: string,
  everySeconds: number,
  claim: (now: Date, claimedUntil: Date, limit: number) => Promise<Row[]>,
  run: (row: Row) => Promise<void>,
): ClaimingJob<Row> {
  return {
    name,
    everySeconds,
    runsAtStart: true,
    atOnce: 5,
    claim: async (limit, now) => await claim(now, later(now, { seconds: claimSeconds }), limit),
    run,
  }
}

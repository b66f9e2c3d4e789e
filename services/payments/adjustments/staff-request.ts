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
  /** The reason that staff entered. */
  reason: string
  /** It starts as `waiting`, `refused`, `withdrawn` or `approved`. The later states differ. */
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

/** The columns of a new request that this process decides. */
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
  /** What the audit log contains about it. `name` follows "Asked a colleague to approve". */
  audited(row: Row | New): {
    action: AuditAction
    name: string
    details: Record<string, string>
  }
  /** The staff member who made what the request is about; null if nobody did. */
  causedBy(row: Row): Promise<string | null>
  /**
   * Reads what an approval depends on, and returns a check for its transaction. Both throw if the
   * request cannot be approved now.
   */
  prepareApproval(row: Row): Promise<(tx: Queries) => Promise<void>>
  /** Sends or posts an approved request. Never throws; the job continues it. */
  carryOut(row: Row): Promise<void>
}

/** What staff ask for. */
export interface Asked<Row extends StaffRequest, New> {
  client: string
  accountNumber: string
  key: string
  /** The columns that staff chose. The same key with other values is an error. */
  details: Pick<Row, "amount"> & Partial<Row>
  /** Runs if the key is new. */
  prepare(): Promise<{
    /**
     * Locks what the request changes, and returns the cents of other requests that count toward the
     * client's limit. Errors: why it is not possible.
     */
    lock(tx: Queries): Promise<number>
    rowOf(state: RequestState): New
  }>
}

/** Whether a request still waits for approval. */
export function isWaiting(
  { status, expiresAt }: Pick<StaffRequest, "status" | "expiresAt">,
  now: Date,
): boolean {
  return status === "waiting" && expiresAt !== null && expiresAt > now
}

/** Whether something is requested and not yet sent or posted. A waiting request expires. */
export function isAsked(request: Pick<StaffRequest, "status" | "expiresAt">, now: Date): boolean {
  return request.status === "approved" || isWaiting(request, now)
}

/**
 * The process of refunds and of corrections. A staff member makes a request, once for each key. If
 * it is above the client's limit, it waits until another staff member approves or refuses it, its
 * own staff member withdraws it, or it expires. An approved request is carried out: a refund is sent
 * to the gateway, and a correction is posted in the account system.
 */
export function createStaffRequests({ database, clock, audit, brands }: Deps) {
  /**
   * Stores a request, and carries it out unless it needs approval. The same key returns the same
   * request. Errors: the errors of `prepare`, `lock`, `insert` and `by.count`, and `….keyReused`.
   */
  async function request<Row extends StaffRequest, New>(
    kind: RequestKind<Row, New>,
    asked: Asked<Row, New>,
    by: By,
  ): Promise<Row> {
    const known = await repeated(kind, asked)
    if (known) return await carriedOut(kind, known)
    const { lock, rowOf } = await asked.prepare()
    const { approvalAbove } = await brands.refundRulesOf(asked.client)
    const id = randomUUID()
    try {
      await database.transaction(async (tx) => {
        const needsApproval = (await lock(tx)) + asked.details.amount > approvalAbove
        const now = clock.now()
        const row = rowOf({
          id,
          status: needsApproval ? "waiting" : "approved",
          idempotencyKey: asked.key,
          requestedBy: by.staffUserid,
          requestedAt: now,
          expiresAt: needsApproval ? later(now, { hours: approvalHours }) : null,
          nextTryAt: needsApproval ? null : later(now, { seconds: claimSeconds }),
        })
        await kind.insert(tx, row)
        await by.count?.(tx)
        const { action, name, details } = kind.audited(row)
        await audit.record(tx, {
          ...auditedByStaff(asked, by),
          action: needsApproval ? "staff.approval.ask" : action,
          after: { ...details, ...(needsApproval && { for: name }) },
        })
      })
    } catch (error) {
      // The cause may be this same request, stored just now.
      const stored = await repeated(kind, asked)
      if (!stored) throw error
      return await carriedOut(kind, stored)
    }
    return await carriedOut(kind, await found(kind, { client: asked.client, id }))
  }

  /** The request with this key. Errors: `….keyReused` if its details differ. */
  async function repeated<Row extends StaffRequest, New>(
    kind: RequestKind<Row, New>,
    { client, key, details }: Asked<Row, New>,
  ): Promise<Row | undefined> {
    const known = await kind.findByKey(database, client, key)
    if (!known) return undefined
    const names = Object.keys(details) as (keyof Row)[]
    const isSame = names.every((name) => known[name] === details[name])
    if (!isSame) throw new ApiError(`${kind.name}.keyReused`)
    return known
  }

  /**
   * Approves or refuses the request of another staff member; an approved request is carried out.
   * Errors: `agent.ownApproval`, `agent.ownCause`, `….approvalOver`, the errors of `prepareApproval`
   * and of its check, and those of `by.count`.
   */
  async function decide<Row extends StaffRequest, New>(
    kind: RequestKind<Row, New>,
    row: Row,
    isApproved: boolean,
    by: By,
  ): Promise<Row> {
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
      await audit.record(tx, {
        ...auditedByStaff(row, by),
        action: isApproved ? action : "staff.approval.refuse",
        after: {
          ...details,
          "asked for by": row.requestedBy ?? "",
          ...(!isApproved && { for: name }),
        },
      })
    })
    return isApproved
      ? await carriedOut(kind, await found(kind, row))
      : { ...row, status: "refused" }
  }

  /** Withdraws one's own request that waits for approval. Errors: `….approvalOver`. */
  async function withdraw<Row extends StaffRequest, New>(
    kind: RequestKind<Row, New>,
    row: Row,
    by: By,
  ): Promise<Row> {
    await database.transaction(async (tx) => {
      const isFirst = await kind.withdraw(tx, row.client, row.id, by.staffUserid, clock.now())
      if (!isFirst) throw new ApiError(`${kind.name}.approvalOver`)
      const { name, details } = kind.audited(row)
      await audit.record(tx, {
        ...auditedByStaff(row, by),
        action: "staff.approval.withdraw",
        after: { ...details, for: name },
      })
    })
    return { ...row, status: "withdrawn" }
  }

  /** Carries out an approved request, and returns its new state. */
  async function carriedOut<Row extends StaffRequest, New>(
    kind: RequestKind<Row, New>,
    row: Row,
  ): Promise<Row> {
    if (row.status !== "approved") return row
    await kind.carryOut(row)
    return await found(kind, row)
  }

  async function found<Row extends StaffRequest, New>(
    kind: RequestKind<Row, New>,
    { client, id }: Pick<Row, "client" | "id">,
  ): Promise<Row> {
    const row = await kind.find(database, [client], id)
    if (!row) throw new ApiError("request.notFound")
    return row
  }

  return { request, decide, withdraw }
}

/** The fields that all audit entries of one operation share. */
function auditedByStaff(
  { client, accountNumber }: Pick<StaffRequest, "client" | "accountNumber">,
  { staffUserid, subjectUserid, ip }: By,
) {
  const actor = { kind: "staff", userid: staffUserid } as const
  return { client, accountNumber, subjectUserid, actor, ip }
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

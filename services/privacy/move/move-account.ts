import { createHash } from "node:crypto"
import type { Database } from "#database/open.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import { counted } from "#platform/text/words.ts"
import type { Account, Person, PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { Audit } from "#services/audit/audit.ts"
import { endMovedRegistration } from "#services/identity/registration/registered-users.ts"
import { isSameName } from "#services/identity/same-person.ts"
import { lockProducts } from "#services/payments/paying/lock-products.ts"
import { personTables } from "../data-map/data-map.ts"
import type { PersonTable } from "../data-map/table-data.ts"
import { countMovedRows, moveRowsOf } from "../rows.store.ts"
import { findUnderWay } from "../under-way.store.ts"
import { findLogin, findMovingProducts, hasMethod, moveMethod } from "./moves.store.ts"

/** The account cannot be moved now. Nothing was changed. */
export class MoveRefused extends Error {
  override name = "MoveRefused"
}

export interface AskedMove {
  client: string
  from: string
  to: string
  /** The only product that moves; null for the whole account. */
  policyNumber: string | null
  /** Whether the other account may have its own login. */
  isMerge: boolean
  /** The operator who planned the move. */
  askedBy: string
}

export interface MovePlan {
  /** Tables with rows that move or are deleted. */
  effects: { table: PersonTable; rows: number }[]
  /** The saved payment method for auto pay that moves with the product. */
  methodRecordId: string | null
  /** A saved payment method that also pays for other products and therefore stays. */
  keptMethodRecordId: string | null
  /** The registration that ends. */
  endsLogin: string | null
  /** Identifies this plan and the operator who made it; "" if there is nothing to move. */
  code: string
}

interface MovePorts {
  database: Database
  clock: Clock
  audit: Audit
  policyAdmin: Pick<PolicyAdmin, "account">
}

/**
 * Plans to give an account, or one of its products, another account number. Changes nothing.
 *
 * Errors: `MoveRefused`, `AccountSystemAway`.
 */
export async function planMove(deps: MovePorts, asked: AskedMove): Promise<MovePlan> {
  const method = await checkAccounts(deps.policyAdmin, asked)
  return await deps.database.transaction((tx) => planIn(tx, asked, method))
}

/**
 * Performs a planned move in one transaction, if a second operator approves the same plan. A
 * repeated call finds nothing left to move.
 *
 * Errors: `MoveRefused`, `AccountSystemAway`.
 */
export async function moveAccount(
  deps: MovePorts,
  asked: AskedMove,
  approval: { code: string; approvedBy: string },
): Promise<MovePlan> {
  const { database, clock, audit, policyAdmin } = deps
  const { client, from, to, policyNumber, askedBy } = asked
  const { approvedBy } = approval
  if (sameOperator(askedBy, approvedBy)) {
    throw new MoveRefused("Another operator than the one who planned it has to approve.")
  }
  const method = await checkAccounts(policyAdmin, asked)
  return await database.transaction(async (tx) => {
    const products = policyNumber ? [policyNumber] : await findMovingProducts(tx, client, from)
    await lockProducts(tx, client, products)
    const plan = await planIn(tx, asked, method)
    if (plan.code === "") return plan
    if (plan.code !== approval.code) {
      throw new MoveRefused(
        "This is not the plan that was approved: something changed. Plan again.",
      )
    }
    for (const { table } of plan.effects) {
      await moveRowsOf(tx, { table, policyNumber }, { client, account: from }, to)
    }
    const { methodRecordId: recordId } = plan
    if (recordId) await moveMethod(tx, { client, accountNumber: from, recordId }, to)
    const moved = { client, accountNumber: from, movedTo: to }
    const userid = policyNumber ? null : await endMovedRegistration(tx, moved, clock.now())
    const rows = plan.effects.map(({ table, rows: count }) => `${table.name} ${count}`).join(", ")
    for (const accountNumber of [from, to]) {
      await audit.record(tx, {
        ...{ client, accountNumber, action: "account.move", actor: { kind: "operator" }, ip: null },
        subjectUserid: (accountNumber === from && userid) || null,
        after: {
          from,
          to,
          product: policyNumber ?? "",
          askedBy,
          approvedBy,
          plan: plan.code,
          rows,
        },
      })
    }
    return plan
  })
}

function sameOperator(one: string, other: string): boolean {
  const plain = (name: string) => name.normalize("NFKC").trim().toLowerCase()
  return plain(one) === plain(other)
}

interface AutoPayMethod {
  recordId: string | null
  /** Whether another product of the account uses it for auto pay. */
  isShared: boolean
}

/**
 * Checks in the account system whether the other number is an account of the same person, with the
 * product. Returns the method for auto pay of a single product.
 */
async function checkAccounts(
  policyAdmin: MovePorts["policyAdmin"],
  { client, from, to, policyNumber }: AskedMove,
): Promise<AutoPayMethod> {
  if (from === to) throw new MoveRefused("Both numbers are the same.")
  const after = await policyAdmin.account(client, to)
  if (!after) throw new MoveRefused(`The account system has no account ${to} of ${client}.`)
  const before = await policyAdmin.account(client, from)
  if (before && !isSamePerson(before.person, after.person)) {
    throw new MoveRefused(
      `${from} and ${to} are accounts of different people. What a former owner paid and agreed to stays theirs.`,
    )
  }
  if (policyNumber === null) return checkWhole(before, from)
  if (!before) {
    throw new MoveRefused(`The account system has no account ${from} any more: move all of it.`)
  }
  const product = after.products.find((one) => one.policyNumber === policyNumber)
  if (!product) throw new MoveRefused(`Account ${to} has no product ${policyNumber}.`)
  const recordId = product.billing.paymentMethodRecordId
  const isShared = before.products.some((one) => one.billing.paymentMethodRecordId === recordId)
  return { recordId, isShared }
}

function checkWhole(before: Account | undefined, from: string): AutoPayMethod {
  const left = before?.products.filter(({ active }) => active) ?? []
  if (left.length > 0) {
    const numbers = left.map(({ policyNumber }) => policyNumber).join(", ")
    throw new MoveRefused(`Account ${from} still has ${numbers}: name the product that moved.`)
  }
  return { recordId: null, isShared: false }
}

function isSamePerson(one: Person, other: Person): boolean {
  return one.dateOfBirth === other.dateOfBirth && isSameName(one, other)
}

async function planIn(tx: Queries, asked: AskedMove, method: AutoPayMethod): Promise<MovePlan> {
  const { client, from, to, policyNumber, isMerge, askedBy } = asked
  const login = await findLogin(tx, client, from)
  const otherLogin = await findLogin(tx, client, to)
  if (policyNumber === null && login && otherLogin && !isMerge) {
    throw new MoveRefused(
      `Account ${to} has a login of its own: --merge keeps that one, and ends ${login}.`,
    )
  }
  // A debit that its bank may still return can be found after the move.
  const { now, later } = await findUnderWay(tx, client, from)
  const lines: [number, string, string][] = [
    [now.payments, "payment", "payments"],
    [now.refunds, "refund", "refunds"],
    [now.corrections, "credit or write-off", "credits or write-offs"],
    [now.changes + later.changes, "change", "changes"],
  ]
  const open = lines.filter(([count]) => count > 0)
  if (open.length > 0) {
    const what = open.map(([count, one, many]) => counted(count, one, many)).join(", ")
    throw new MoveRefused(`Not finished for ${from}: ${what}. Try again when they are.`)
  }
  const effects: MovePlan["effects"] = []
  for (const table of personTables) {
    if (table.move === undefined || table.move === "stays") continue
    const rows = await countMovedRows(tx, { table, policyNumber }, { client, account: from })
    if (rows > 0) effects.push({ table, rows })
  }
  const key = { client, accountNumber: from, recordId: method.recordId ?? "" }
  const own = method.recordId !== null && (await hasMethod(tx, key)) ? method.recordId : null
  const methodRecordId = method.isShared ? null : own
  const endsLogin = policyNumber === null ? (login ?? null) : null
  const found = {
    effects,
    methodRecordId,
    keptMethodRecordId: method.isShared ? own : null,
    endsLogin,
  }
  if (effects.length === 0 && methodRecordId === null && endsLogin === null) {
    return { ...found, code: "" }
  }
  const rows = effects.map(({ table, rows: count }) => [table.name, count])
  const facts = [client, from, to, policyNumber, isMerge, askedBy.trim(), rows, methodRecordId]
  const text = JSON.stringify([...facts, endsLogin, otherLogin ?? null])
  return { ...found, code: createHash("sha256").update(text).digest("hex").slice(0, 12) }
}

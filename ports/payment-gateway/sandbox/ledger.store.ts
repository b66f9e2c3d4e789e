import { DatabaseSync, type SQLInputValue } from "node:sqlite"
import type { Charge, DeclineReason, KeptMethod } from "../port.ts"
import type { LaterStatus } from "./numbers.ts"

export interface MethodRow extends KeptMethod {
  /** The name of the documented number. */
  name: string
  holderName: string
}

export interface ChargeRow {
  key: string
  reference: string
  method: string
  amount: number
  description: string
  /** The name of the charged documented number. */
  name: string
  status: Charge["status"]
  reason: DeclineReason | ""
  /** Milliseconds since 1970. */
  chargedAt: number
}

export interface ReportRow {
  id: number
  /** Milliseconds since 1970. */
  dueAt: number
  key: string
  /** `refundChanged`: a refund of the charge was made, or changed its state. */
  status: LaterStatus | "refundChanged"
  reason: DeclineReason | ""
}

export interface RefundRow {
  key: string
  reference: string
  /** The key of the charge. */
  charge: string
  amount: number
  /** The name of the charged documented number. */
  name: string
  /** Milliseconds since 1970. */
  refundedAt: number
}

/** The action of one key, so that the key does nothing else. */
export interface AnswerRow {
  what: string
  answer: string
}

/**
 * The gateway's own ledger, separate from the portal's database: a SQLite file that is synced to
 * disk on each change, or ":memory:". Several processes may open the file.
 */
export function openLedger(file: string) {
  const db = new DatabaseSync(file, { timeout: 10_000 })
  db.exec("pragma journal_mode = wal; pragma synchronous = full")
  db.exec(tables)
  const prepared = new Map<string, ReturnType<DatabaseSync["prepare"]>>()

  function statement(text: string) {
    let found = prepared.get(text)
    if (!found) {
      found = db.prepare(text)
      prepared.set(text, found)
    }
    return found
  }
  function rows<Row>(text: string, ...values: SQLInputValue[]): Row[] {
    return statement(text).all(...values) as Row[]
  }
  function run(text: string, ...values: SQLInputValue[]): number {
    return Number(statement(text).run(...values).changes)
  }

  return {
    /** Runs all of `work` or none of it, isolated from other processes. */
    atOnce<Result>(work: () => Result): Result {
      db.exec("begin immediate")
      try {
        const result = work()
        db.exec("commit")
        return result
      } catch (error) {
        db.exec("rollback")
        throw error
      }
    },

    addToken(token: { hash: string; method: string; expiresAt: number }): void {
      run("insert into token values (?, ?, ?)", token.hash, token.method, token.expiresAt)
    },
    /** Removes a token and returns its content; undefined if it is used up or too old. */
    takeToken(hash: string, now: number): string | undefined {
      const taken = "delete from token where hash = ? and expires_at > ? returning method"
      return rows<{ method: string }>(taken, hash, now)[0]?.method
    },
    dropOldTokens(now: number): void {
      run("delete from token where expires_at <= ?", now)
    },

    answerOf(key: string): AnswerRow | undefined {
      return rows<AnswerRow>("select what, answer from answer where key = ?", key)[0]
    },
    addAnswer(key: string, { what, answer }: AnswerRow): void {
      run("insert into answer values (?, ?, ?)", key, what, answer)
    },

    method(reference: string): MethodRow | undefined {
      const text = "select content from method where reference = ? and content is not null"
      const row = rows<{ content: string }>(text, reference)[0]
      return row && (JSON.parse(row.content) as MethodRow)
    },
    isForgotten(reference: string): boolean {
      const text = "select 1 from method where reference = ? and content is null"
      return rows(text, reference).length > 0
    },
    putMethod(method: MethodRow): void {
      const text = "insert or replace into method values (?, ?)"
      run(text, method.reference, JSON.stringify(method))
    },
    forgetMethod(reference: string): void {
      run("insert or replace into method values (?, null)", reference)
    },

    charge(key: string): ChargeRow | undefined {
      return rows<ChargeRow>(`${chargeColumns} where key = ?`, key)[0]
    },
    chargeOf(reference: string): ChargeRow | undefined {
      return rows<ChargeRow>(`${chargeColumns} where reference = ?`, reference)[0]
    },
    charges(): ChargeRow[] {
      return rows<ChargeRow>(`${chargeColumns} order by rowid`)
    },
    addCharge(row: ChargeRow): void {
      run(
        "insert into charge values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        row.key,
        row.reference,
        row.method,
        row.amount,
        row.description,
        row.name,
        row.status,
        row.reason,
        row.chargedAt,
      )
    },
    /** Whether the key is charged for the first time; faults happen only then. */
    isFirstTry(key: string): boolean {
      return run("insert or ignore into try values (?)", key) > 0
    },

    refund(key: string): RefundRow | undefined {
      return rows<RefundRow>(`${refundColumns} where key = ?`, key)[0]
    },
    /** The refunds of the charge with this key until then, oldest first. */
    refundsOf(charge: string, until: number): RefundRow[] {
      const text = `${refundColumns} where charge = ? and refunded_at <= ? order by rowid`
      return rows<RefundRow>(text, charge, until)
    },
    addRefund(row: RefundRow): void {
      const { key, reference, charge, amount, name, refundedAt } = row
      const text = "insert into refund values (?, ?, ?, ?, ?, ?)"
      run(text, key, reference, charge, amount, name, refundedAt)
    },

    addReport(report: Omit<ReportRow, "id" | "dueAt">, dueAt: number): void {
      const text =
        "insert into report (key, status, reason, due_at, delivered) values (?, ?, ?, ?, 0)"
      run(text, report.key, report.status, report.reason, dueAt)
    },
    /** Reports that are due and not yet acknowledged, oldest first. */
    dueReports(now: number): ReportRow[] {
      const text = `${reportColumns}
        where not delivered and due_at <= ? order by due_at, id limit 100`
      return rows<ReportRow>(text, now)
    },
    reportsOf(key: string, now: number): ReportRow[] {
      const text = `${reportColumns}
        where key = ? and due_at <= ? order by due_at, id`
      return rows<ReportRow>(text, key, now)
    },
    setDelivered(id: number): void {
      run("update report set delivered = 1 where id = ?", id)
    },

    close: () => db.close(),
  }
}
export type Ledger = ReturnType<typeof openLedger>

const chargeColumns = `select key, reference, method, amount, description, name, status, reason,
  charged_at as chargedAt from charge`

const refundColumns = `select key, reference, charge, amount, name, refunded_at as refundedAt
  from refund`
const reportColumns = "select id, due_at as dueAt, key, status, reason from report"

const tables = `
  create table if not exists token (hash text primary key, method text not null, expires_at integer not null) strict;
  create table if not exists answer (key text primary key, what text not null, answer text not null) strict;
  create table if not exists method (reference text primary key, content text) strict;
  create table if not exists charge (
    key text primary key,
    reference text not null unique,
    method text not null,
    amount integer not null check (amount > 0),
    description text not null,
    name text not null,
    status text not null,
    reason text not null,
    charged_at integer not null
  ) strict;
  create table if not exists refund (
    key text primary key,
    reference text not null unique,
    charge text not null references charge (key),
    amount integer not null check (amount > 0),
    name text not null,
    refunded_at integer not null
  ) strict;
  create index if not exists refund_charge on refund (charge);
  create table if not exists try (key text primary key) strict;
  create table if not exists report (
    id integer primary key,
    key text not null references charge (key),
    status text not null,
    reason text not null,
    due_at integer not null,
    delivered integer not null
  ) strict;
  create index if not exists report_key on report (key);
  create index if not exists report_due on report (due_at) where not delivered;
`

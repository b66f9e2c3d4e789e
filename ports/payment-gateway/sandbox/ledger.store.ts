import { DatabaseSync, type SQLInputValue } from "node:sqlite"
import type {
  AnswerRow,
  AuthenticationRow,
  BankSessionRow,
  ChargeRow,
  MethodChangeRow,
  MethodReportRow,
  MethodRow,
  RefundRow,
  ReportRow,
} from "./rows.ts"
import { tables } from "./tables.store.ts"

/**
 * The gateway's own ledger, separate from the portal's database: a SQLite file that is synced to
 * disk on each change, or ":memory:". Several processes may open the file.
 */
export function openLedger(file: string) {
  const db = new DatabaseSync(file, { timeout: 10_000 })
  db.exec("pragma journal_mode = wal; pragma synchronous = full")
  db.exec(tables)
  addMemo(db)
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
    /** Runs `work` as one transaction, isolated from other processes. */
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
        "insert into charge values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        row.key,
        row.reference,
        row.method,
        row.amount,
        row.description,
        row.name,
        row.status,
        row.reason,
        row.chargedAt,
        row.memo,
      )
    },
    /** Whether the key is charged for the first time; only then do faults happen. */
    isFirstTry(key: string): boolean {
      return run("insert or ignore into try values (?)", key) > 0
    },

    refund(key: string): RefundRow | undefined {
      return rows<RefundRow>(`${refundColumns} where key = ?`, key)[0]
    },
    /** The refunds made until then of the charge with this key, oldest first. */
    refundsOf(charge: string, until: number): RefundRow[] {
      const text = `${refundColumns} where charge = ? and refunded_at <= ? order by rowid`
      return rows<RefundRow>(text, charge, until)
    },
    addRefund(row: RefundRow): void {
      const { key, reference, charge, amount, name, refundedAt } = row
      const text = "insert into refund values (?, ?, ?, ?, ?, ?)"
      run(text, key, reference, charge, amount, name, refundedAt)
    },

    authentication(id: string): AuthenticationRow | undefined {
      return rows<AuthenticationRow>(`${authenticationColumns} where id = ?`, id)[0]
    },
    authenticationOf(key: string): AuthenticationRow | undefined {
      return rows<AuthenticationRow>(`${authenticationColumns} where key = ?`, key)[0]
    },
    addAuthentication(row: AuthenticationRow): void {
      const { id, key, reference, content, returnAddress, state } = row
      const text = "insert into authentication values (?, ?, ?, ?, ?, ?)"
      run(text, id, key, reference, content, returnAddress, state)
    },
    /** Ends an open authentication. False if it was already ended or does not exist. */
    endAuthentication(
      of: { id: string } | { key: string } | { reference: string },
      state: AuthenticationRow["state"],
    ): boolean {
      const [[column, value] = ["id", ""]] = Object.entries(of)
      const text = `update authentication set state = ? where ${column} = ? and state = 'open'`
      return run(text, state, value) > 0
    },

    /** The session of this key, which is added unless there is one. */
    bankSessionOf(row: BankSessionRow): BankSessionRow {
      const { id, key, owner, returnAddress, expiresAt } = row
      const text = "insert or ignore into bank_session values (?, ?, ?, ?, ?)"
      run(text, id, key, owner, returnAddress, expiresAt)
      return rows<BankSessionRow>(`${bankSessionColumns} where key = ?`, key)[0] ?? row
    },
    /** Undefined if it is too old. */
    bankSession(id: string, now: number): BankSessionRow | undefined {
      const text = `${bankSessionColumns} where id = ? and expires_at > ?`
      return rows<BankSessionRow>(text, id, now)[0]
    },
    dropOldBankSessions(now: number): void {
      run("delete from bank_session where expires_at <= ?", now)
    },

    addMethodReport(reference: string, content: string, isFailed: boolean, dueAt: number): void {
      const text = `insert into method_report (reference, content, is_failed, due_at, delivered)
        values (?, ?, ?, ?, 0)`
      run(text, reference, content, isFailed ? 1 : 0, dueAt)
    },
    /** Due reports about methods that were not removed, oldest first. */
    dueMethodReports(now: number): MethodReportRow[] {
      const text = `select id, reference, content, is_failed as isFailed from method_report
        where not delivered and due_at <= ? and reference not in (
          select reference from method where content is null) order by due_at, id limit 100`
      return rows<MethodReportRow>(text, now)
    },
    /** The last report about a method that its row does not contain. */
    methodReportOf(reference: string, now: number): MethodReportRow | undefined {
      const text = `select id, reference, content, is_failed as isFailed from method_report
        where reference = ? and due_at <= ? and (not delivered or is_failed = 1)
        order by due_at desc, id desc limit 1`
      return rows<MethodReportRow>(text, reference, now)[0]
    },
    setMethodReportDelivered(id: number): void {
      run("update method_report set delivered = 1 where id = ?", id)
    },

    addMethodChange(change: Omit<MethodChangeRow, "id">, dueAt: number): void {
      const { reference, blocked, isAuthorizationGone } = change
      const text = `insert into method_change
        (reference, blocked, is_authorization_gone, due_at, delivered) values (?, ?, ?, ?, 0)`
      run(text, reference, blocked, isAuthorizationGone, dueAt)
    },
    /** The changes of a method until now, oldest first. */
    methodChangesOf(reference: string, now: number): MethodChangeRow[] {
      const text = `${changeColumns} where reference = ? and due_at <= ? order by due_at, id`
      return rows<MethodChangeRow>(text, reference, now)
    },
    /** Due changes of methods that were not removed, oldest first. */
    dueMethodChanges(now: number): MethodChangeRow[] {
      const text = `${changeColumns} where not delivered and due_at <= ? and reference not in (
        select reference from method where content is null) order by due_at, id limit 100`
      return rows<MethodChangeRow>(text, now)
    },
    setMethodChangeDelivered(id: number): void {
      run("update method_change set delivered = 1 where id = ?", id)
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
/**
 * Adds the memo column to the ledger of an earlier version. Another process may add it at the same
 * time.
 */
function addMemo(db: DatabaseSync): void {
  const columns = db.prepare("select name from pragma_table_info('charge')").all()
  if (columns.some(({ name }) => name === "memo")) return
  try {
    db.exec("alter table charge add column memo text not null default ''")
  } catch (error) {
    if (!/duplicate column/.test((error as Error).message)) throw error
  }
}

export type Ledger = ReturnType<typeof openLedger>

const chargeColumns = `select key, reference, method, amount, description, name, status, reason,
  charged_at as chargedAt, memo from charge`

const refundColumns = `select key, reference, charge, amount, name, refunded_at as refundedAt
  from refund`
const authenticationColumns = `select id, key, reference, content,
  return_address as returnAddress, state from authentication`
const bankSessionColumns = `select id, key, owner, return_address as returnAddress,
  expires_at as expiresAt from bank_session`
const changeColumns = `select id, reference, blocked, is_authorization_gone as isAuthorizationGone
  from method_change`
const reportColumns = "select id, due_at as dueAt, key, status, reason from report"

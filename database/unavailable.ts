/**
 * The database failed for a reason outside the statement: it cannot be reached, is shutting down,
 * accepts no writes, is full, or did not answer in time. The outcome of a commit that fails this
 * way is unknown.
 */
export class DatabaseUnavailable extends Error {
  /** SQLSTATE, the system's code such as ECONNREFUSED, or "" for our own time-out. */
  readonly code: string

  constructor(place: string, { cause }: { cause: unknown }) {
    const { code, message } = cause as { code?: string; message?: string }
    super(`The database at ${place} is not available: ${message || code || "no reason given"}`, {
      cause,
    })
    this.name = "DatabaseUnavailable"
    this.code = code ?? ""
  }

  /**
   * Whether a password, role or database name is wrong: only another setting helps, not waiting.
   */
  get isConfiguration(): boolean {
    return /^(28|3D)/.test(this.code)
  }
}

/**
 * Whether the error is a deadlock or a serialization failure: the database rolled everything back
 * and expects a repetition.
 */
export function isToRepeat(error: unknown): boolean {
  return /^(40001|40P01)$/.test(sqlState(error)) || isStalePlan(error)
}

/**
 * Whether a prepared statement returns other columns since a migration. It works once it is
 * prepared again.
 */
export function isStalePlan(error: unknown): boolean {
  const { routine } = error as { routine?: string }
  return sqlState(error) === "0A000" && routine === "RevalidateCachedQuery"
}

/**
 * Whether a statement's error means that the database is unavailable:
 * - SQLSTATE classes 08 (connection), 28 and 3D (login), 53 (out of resources), 57P and 57014
 *   (shutting down, statement time-out), 58 (input and output), 25006 (read-only) and 25P03
 *   (idle transaction time-out);
 * - system errors, and errors that `pg` throws when a connection ends or does not answer.
 */
export function isUnavailable(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== "") return /^(08|28|3D|53|57P|58|57014|25006|25P03)/.test(state)
  const { code = "", message = "" } = error as { code?: string; message?: string }
  return systemCode.test(code) || driverTexts.test(message)
}

/** Matches ECONNREFUSED, EAI_AGAIN and the like, but not Node's own ERR_… codes. */
const systemCode = /^E(?!RR_)[A-Z_]+$/
const driverTexts =
  /^(Connection terminated|Query read timeout|timeout expired|timeout exceeded|Client (has encountered|was closed)|Cannot use a pool)/

/** SQLSTATE of an error that the database sent; "" for other errors. */
function sqlState(error: unknown): string {
  const { code, severity } = error as { code?: string; severity?: string }
  return severity !== undefined && code !== undefined ? code : ""
}

/** Whether a command could not begin because its database is unavailable or does not exist. */
export function lacksDatabase(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || error instanceof NoDatabase
}

/** The configured folder does not contain a database. */
export class NoDatabase extends Error {
  override name = "NoDatabase"

  constructor(folder: string) {
    super(`${folder} has no database. Is DATA_DIR right? Nothing was made there.`)
  }
}

/**
 * The database did not do what was asked, for a reason that is not in the statement: it cannot be
 * reached, is shutting down, takes no writes, is full, or did not answer in time. The outcome of a
 * commit that ends this way is unknown.
 */
export class DatabaseUnavailable extends Error {
  /** SQLSTATE, the system's code such as ECONNREFUSED, or "" for a time-out of ours. */
  readonly code: string

  constructor(place: string, { cause }: { cause: unknown }) {
    const { code, message } = cause as { code?: string; message?: string }
    super(`The database at ${place} is not available: ${message || code || "no reason given"}`, {
      cause,
    })
    this.name = "DatabaseUnavailable"
    this.code = code ?? ""
  }

  /** A wrong password, role or database name: waiting does not help, another setting does. */
  get isConfiguration(): boolean {
    return /^(28|3D)/.test(this.code)
  }
}

/** Deadlock and serialization failure: the database took everything back, and asks for a repetition. */
export function isToRepeat(error: unknown): boolean {
  return /^(40001|40P01)$/.test(sqlState(error))
}

/**
 * Whether an error of a statement says that the database is unavailable:
 * - SQLSTATE classes 08 (connection), 28 and 3D (log-in), 53 (out of resources), 57P and 57014
 *   (shutting down, time-out of a statement), 58 (input and output), 25006 (read-only) and 25P03
 *   (time-out of an idle transaction);
 * - the system's own errors, and those that `pg` makes when a connection ends or does not answer.
 */
export function isUnavailable(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== "") return /^(08|28|3D|53|57P|58|57014|25006|25P03)/.test(state)
  const { code = "", message = "" } = error as { code?: string; message?: string }
  return systemCode.test(code) || driverTexts.test(message)
}

/** ECONNREFUSED, EAI_AGAIN and the like; not Node's own ERR_…. */
const systemCode = /^E(?!RR_)[A-Z_]+$/
const driverTexts =
  /^(Connection terminated|Query read timeout|timeout expired|timeout exceeded|Client (has encountered|was closed)|Cannot use a pool)/

/** SQLSTATE of an error that the database sent; "" for others. */
function sqlState(error: unknown): string {
  const { code, severity } = error as { code?: string; severity?: string }
  return severity !== undefined && code !== undefined ? code : ""
}

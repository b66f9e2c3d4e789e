import type { Message } from "#contracts/messages.ts"
import { CallError, unreachable } from "#web/calls/api.ts"
import { ourFault } from "#web/shell/texts.ts"

/** A file of the application did not arrive. */
export interface FileNotLoaded extends CallError {
  /** Tries again, once. */
  again: () => Promise<unknown>
}

const failed: Message = { type: "ERROR", content: [ourFault], messageId: "file.failed" }

/** Milliseconds to wait before each further attempt. */
const pauses = [300, 1_000, 3_000]

/**
 * Loads a file of the application, with retries if the connection fails for a moment. The build
 * wraps each `import()` in this; see web/build/plain-imports.ts.
 *
 * Errors: `FileNotLoaded`, with the connectivity text; immediately if the browser is offline.
 * `CallError` with a general text if the file arrived and its code failed.
 */
export async function importWithRetry<Module>(
  load: () => Promise<Module>,
  /** Vite's list of style sheets: empty, because all screens share one. */
  _styles?: unknown,
  [pause, ...rest]: readonly number[] = pauses,
  /** The error of the attempt before. */
  before?: unknown,
): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    if (isOwnError(cause, before)) throw new CallError([failed], { status: 0, cause })
    if (pause === undefined || !navigator.onLine) {
      const again = () => importWithRetry(load, _styles, [], cause)
      throw Object.assign(new CallError([unreachable], { status: 0, cause }), { again })
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
    return await importWithRetry(load, _styles, rest, cause)
  }
}

/**
 * Whether the code of the file failed. A browser reports a missing file as a TypeError, and repeats
 * the very error of code that failed. Safari repeats a TypeError about a missing file too, "Importing
 * a module script failed."
 */
function isOwnError(cause: unknown, before: unknown): boolean {
  if (!(cause instanceof TypeError)) return true
  return cause === before && !/import|module/i.test(cause.message)
}

export function isFileNotLoaded(error: unknown): error is FileNotLoaded {
  return error instanceof CallError && "again" in error
}

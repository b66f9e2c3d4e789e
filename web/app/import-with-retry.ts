import { CallError, unreachable } from "#web/calls/api.ts"

/** A file of the application did not arrive. */
export interface FileNotLoaded extends CallError {
  /** Tries again, once. */
  again: () => Promise<unknown>
}

/** Milliseconds to wait before each further attempt. */
const pauses = [300, 1_000, 3_000]

/**
 * Loads a file of the application, with retries if the connection fails for a moment. The build
 * wraps each `import()` in this; see web/build/plain-imports.ts.
 *
 * Errors: `FileNotLoaded`, with the connectivity text; immediately if the browser is offline.
 */
export async function importWithRetry<Module>(
  load: () => Promise<Module>,
  /** Vite's list of style sheets: empty, because all screens share one. */
  _styles?: unknown,
  [pause, ...rest]: readonly number[] = pauses,
): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    if (pause === undefined || !navigator.onLine) {
      const again = () => importWithRetry(load, _styles, [])
      throw Object.assign(new CallError([unreachable], { status: 0, cause }), { again })
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
    return await importWithRetry(load, _styles, rest)
  }
}

export function isFileNotLoaded(error: unknown): error is FileNotLoaded {
  return error instanceof CallError && "again" in error
}

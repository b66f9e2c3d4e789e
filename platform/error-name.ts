/**
 * The code or class of an error, for the log. Its message could contain personal data, except where
 * a permission is missing: then it only names the table or view.
 */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return "unknown"
  const { code } = error as NodeJS.ErrnoException
  return lacksRight(error) ? `${code} ${error.message}` : (code ?? error.name)
}

/** Whether the database refused a statement because its role lacks a permission. */
export function lacksRight(error: Error & { code?: string }): boolean {
  return error.code === "42501"
}

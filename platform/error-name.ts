/** The code or class of an error, for the log. Its message could contain personal data. */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return "unknown"
  return (error as NodeJS.ErrnoException).code ?? error.name
}

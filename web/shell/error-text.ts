/** The status and text of a failed answer, or the message of any other error. */
export function errorText(error: unknown): string {
  if (typeof error === "object" && error !== null && "status" in error) {
    const text = "statusText" in error ? error.statusText : ""
    return `${error.status} ${text}`.trim()
  }
  return error instanceof Error ? error.message : String(error)
}

/** "March 2, 2026 at 11:59 PM EST" of an ISO timestamp, in the reader's time zone. */
export function momentText(moment: string, dateStyle: "medium" | "long"): string {
  const at = new Date(moment)
  const day = at.toLocaleDateString("en-US", { dateStyle })
  const options = { hour: "numeric", minute: "2-digit", timeZoneName: "short" } as const
  const time = at.toLocaleTimeString("en-US", options)
  return dateStyle === "long" ? `${day} at ${time}` : `${day}, ${time}`
}

/**
 * An ISO timestamp as "March 2, 2026 at 11:59 PM EST", in the time zone of a client. Without one,
 * uses the device's time zone, because staff read about many clients.
 */
export function momentText(
  moment: string,
  dateStyle: "medium" | "long",
  timeZone?: string | undefined,
): string {
  const at = new Date(moment)
  const day = at.toLocaleDateString("en-US", { dateStyle, timeZone })
  const time = timeText(moment, timeZone)
  return dateStyle === "long" ? `${day} at ${time}` : `${day}, ${time}`
}

/** An ISO timestamp as "11:59 PM EST", in the same time zone. */
export function timeText(moment: string, timeZone?: string | undefined): string {
  const options = { hour: "numeric", minute: "2-digit", timeZoneName: "short", timeZone } as const
  return new Date(moment).toLocaleTimeString("en-US", options)
}

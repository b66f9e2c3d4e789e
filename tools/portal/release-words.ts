/** A time on this machine's clock, such as 2026-11-24 16:45. */
export function systemZoneTime(at: Date): string {
  const time = at.toTemporalInstant().toZonedDateTimeISO(Temporal.Now.timeZoneId())
  return time.toPlainDateTime().toString({ smallestUnit: "minute" }).replace("T", " ")
}

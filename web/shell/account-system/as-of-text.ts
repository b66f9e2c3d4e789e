/** An ISO timestamp as "November 21, 4:10 PM", in the client's time zone. */
export function asOfText(moment: string, timeZone: string): string {
  const at = new Date(moment)
  const day = at.toLocaleDateString("en-US", { month: "long", day: "numeric", timeZone })
  const time = at.toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit", timeZone })
  // Browsers put a narrow space before AM and PM.
  return `${day}, ${time}`.replace(/\s/g, " ")
}

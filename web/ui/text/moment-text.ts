/** An ISO timestamp as day and minute, in the reader's time zone. */
export function momentText(moment: string, dateStyle: "medium" | "long"): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle, timeStyle: "short" }).format(
    new Date(moment),
  )
}

/** An ISO moment with the day and the minute, as the reader's clock shows it. */
export function momentText(moment: string, dateStyle: "medium" | "long"): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle, timeStyle: "short" }).format(
    new Date(moment),
  )
}

/** The dates of `dayInWords` in a sentence. */
const dates =
  /((?:(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat), )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2}(?:, \d{4})?)/

/** A sentence whose dates do not break. Its spaces stay ordinary ones, also in copies. */
export function Dated({ text }: { text: string }) {
  return text.split(dates).map((part, index) =>
    // A sentence never changes its order.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    index % 2 === 1 ? <time key={index}>{part}</time> : <span key={index}>{part}</span>,
  )
}

/** A paragraph of sentences; nothing without one. */
export function Sentences({
  of,
  className,
}: {
  of: readonly string[]
  className?: string | undefined
}) {
  if (of.length === 0) return null
  return (
    <p className={className}>
      <Dated text={of.join(" ")} />
    </p>
  )
}

/** The same as `Dated` for HTML of the server. */
export function withTimes(html: string): string {
  return html.replaceAll(new RegExp(dates, "g"), "<time>$1</time>")
}

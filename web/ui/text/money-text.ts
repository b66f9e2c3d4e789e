const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" })

/** "1042.5" as "$1,042.50". The amount stays a decimal string and never becomes a float. */
export function moneyText(amount: string): string {
  return dollars.format(amount as Intl.StringNumericLiteral).replace("-", "\u2212")
}

/** `2` of the footnote mark `<sup>2</sup>`; undefined for other marks, such as words. */
export function noteOf(mark: string): string | undefined {
  return /^<sup>([^<\s]+)<\/sup>$/.exec(mark.trim())?.[1]
}

export const seeNote = (note: string) => `, see note ${note}`

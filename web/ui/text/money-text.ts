const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" })

/** "1042.5" as "$1,042.50". The amount stays a decimal string and never becomes a float. */
export function moneyText(amount: string): string {
  return dollars.format(amount as Intl.StringNumericLiteral).replace("-", "\u2212")
}

export type Direction = "ascending" | "descending"

const words = new Intl.Collator("en-US", { numeric: true, sensitivity: "base" })

/**
 * The rows sorted by a text or number of each. Empty values ("") come last in both directions,
 * because no one looks for them.
 */
export function sorted<Row>(
  rows: readonly Row[],
  by: (row: Row) => string | number,
  direction: Direction,
): Row[] {
  const sign = direction === "ascending" ? 1 : -1
  return [...rows].sort((a, b) => {
    const [left, right] = [by(a), by(b)]
    if (left === "" || right === "") return Number(left === "") - Number(right === "")
    if (typeof left === "number" && typeof right === "number") return sign * (left - right)
    return sign * words.compare(String(left), String(right))
  })
}

/** "04/12/2026" as "20260412", so that dates sort chronologically; "" stays "". */
export function sortableDate(shown: string): string {
  const [month = "", day = "", year = ""] = shown.split("/")
  return year + month + day
}

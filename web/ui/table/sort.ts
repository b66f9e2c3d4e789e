export type Direction = "ascending" | "descending"

const words = new Intl.Collator("en-US", { numeric: true, sensitivity: "base" })

/**
 * The rows ordered by a text or number of each. Empty values ("") come last in both directions,
 * because no one sorts to find nothing.
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

/** "20260412" of "04/12/2026", so that dates sort as days; "" of "". */
export function sortableDate(shown: string): string {
  const [month = "", day = "", year = ""] = shown.split("/")
  return year + month + day
}

/** The attribute `translate` of a value: a date, number or amount without words stays as it is. */
export function translateOf(value: unknown): "no" | undefined {
  return typeof value === "string" && !/\p{L}/u.test(value) ? "no" : undefined
}

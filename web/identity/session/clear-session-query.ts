/**
 * The query of an address without `clearSession`, which requests the end of the session in this
 * browser; undefined if the query does not contain it. Mail programs encode the "=".
 */
export function withoutClearSession(search: string): string | undefined {
  const parts = search.slice(1).split("&")
  const others = parts.filter((part) => !/^clearSession(=|%(25)*3[dD]|$)/.test(part))
  return others.length < parts.length ? others.join("&") : undefined
}

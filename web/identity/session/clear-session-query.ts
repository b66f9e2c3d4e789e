/**
 * The query of an address without `clearSession`, which asks to end the session in this browser;
 * undefined if it does not ask. Mail programs encode the "=".
 */
export function withoutClearSession(search: string): string | undefined {
  const parts = search.slice(1).split("&")
  const others = parts.filter((part) => !/^clearSession(=|%(25)*3[dD]|$)/.test(part))
  return others.length < parts.length ? others.join("&") : undefined
}

import type { FirstPage } from "#contracts/brands/first-page.ts"

/** The data that the server embedded in the page; undefined if the page has none. */
export function readFirstPage(): FirstPage | undefined {
  const text = document.getElementById("first-page")?.textContent
  return text ? JSON.parse(text) : undefined
}

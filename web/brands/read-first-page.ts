import type { FirstPage } from "#contracts/brands/first-page.ts"

/** What the server put into the page; undefined where the page came without it. */
export function readFirstPage(): FirstPage | undefined {
  const text = document.getElementById("first-page")?.textContent
  return text ? JSON.parse(text) : undefined
}

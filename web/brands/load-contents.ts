import { call } from "#web/calls/api.ts"
import { askedContents, seedContents } from "./contents.ts"

/** Logs a failure. The next screen that needs the text requests it again. */
export async function loadContents(titles: string[]): Promise<void> {
  const missing = titles.filter((title) => !askedContents.has(title))
  if (missing.length === 0) return
  for (const title of missing) askedContents.add(title)
  try {
    const { items } = await call("POST /appcontent/contents", { titles: missing })
    const found = Object.fromEntries(items.map((item) => [item.title, item.content]))
    const absent = Object.fromEntries(missing.map((title) => [title, ""]))
    seedContents({ ...absent, ...found })
  } catch (error) {
    for (const title of missing) askedContents.delete(title)
    console.warn("Texts could not be loaded:", missing, error)
  }
}

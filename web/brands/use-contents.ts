import { useEffect } from "react"
import { call } from "#web/calls/api.ts"
import { createStore, useStore } from "#web/calls/store.ts"

/** Managed content by title, as cleaned HTML; empty where the client has none of that title. */
const contents = createStore<Record<string, string>>({})
const asked = new Set<string>()

export function seedContents(known: Record<string, string>): void {
  for (const title of Object.keys(known)) asked.add(title)
  contents.set({ ...contents.get(), ...known })
}

/**
 * Every text that is known, by its title; one that is not here yet is absent. Those of `titles`
 * that the page did not bring are asked for, once.
 */
export function useContents(titles: readonly string[]): Record<string, string> {
  const key = titles.join("\n")
  useEffect(() => {
    void loadContents(key.split("\n"))
  }, [key])
  return useStore(contents)
}

/** The same for code outside of components. */
export const knownContents = contents.get

/** A failure is only logged, and asked again by the next screen that wants the text. */
async function loadContents(titles: string[]): Promise<void> {
  const missing = titles.filter((title) => !asked.has(title))
  if (missing.length === 0) return
  for (const title of missing) asked.add(title)
  try {
    const { items } = await call("POST /appcontent/contents", { titles: missing })
    const found = Object.fromEntries(items.map((item) => [item.title, item.content]))
    const absent = Object.fromEntries(missing.map((title) => [title, ""]))
    seedContents({ ...absent, ...found })
  } catch (error) {
    for (const title of missing) asked.delete(title)
    console.warn("Texts could not be loaded:", missing, error)
  }
}

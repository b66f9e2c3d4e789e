import { createStore } from "#web/calls/store.ts"

/** Managed content by title, as cleaned HTML; empty where the client has none of that title. */
export const contents = createStore<Record<string, string>>({})
/** The titles of texts that are here, or on their way. */
export const askedContents = new Set<string>()

export function seedContents(known: Record<string, string>): void {
  for (const title of Object.keys(known)) askedContents.add(title)
  contents.set({ ...contents.get(), ...known })
}

/** For the server: forgets the texts of the last page. */
export function replaceContents(known: Record<string, string>): void {
  contents.set(known)
}

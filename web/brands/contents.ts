import { createStore } from "#web/calls/store.ts"

/**
 * Managed content by title, as cleaned HTML; empty for titles that the client has not filled in.
 */
export const contents = createStore<Record<string, string>>({})
/** The titles of contents that are loaded or loading. */
export const askedContents = new Set<string>()

export function seedContents(known: Record<string, string>): void {
  for (const title of Object.keys(known)) askedContents.add(title)
  contents.set({ ...contents.get(), ...known })
}

/** For server rendering: replaces the contents of the previous page. */
export function replaceContents(known: Record<string, string>): void {
  contents.set(known)
}

import { useEffect } from "react"
import { useStore } from "#web/calls/store.ts"
import { askedContents, contents } from "./contents.ts"

/** All loaded contents by title. Requests those of `titles` that are not loaded yet, once. */
export function useContents(titles: readonly string[]): Record<string, string> {
  const key = titles.join("\n")
  useEffect(() => {
    const asked = key.split("\n")
    if (asked.every((title) => askedContents.has(title))) return
    // In a separate file: the page brings the texts of the first screen.
    import("./load-contents.ts").then((it) => it.loadContents(asked)).catch(console.warn)
  }, [key])
  return useStore(contents)
}

/** The loaded contents, for code outside of components. */
export const knownContents = contents.get

import { readFileSync } from "node:fs"
import { join } from "node:path"

/** The oldest supported version of a browser. */
export interface OldestBrowser {
  /** Its name in browserslist. */
  name: keyof typeof names
  version: string
}

/** Names of each browser in `browserslist`: Vite's names, and those in MDN's compatibility data. */
const names = {
  chrome: { vite: "chrome", data: ["chrome", "chrome_android"] },
  edge: { vite: "edge", data: ["edge"] },
  firefox: { vite: "firefox", data: ["firefox", "firefox_android"] },
  safari: { vite: "safari", data: ["safari"] },
  ios_saf: { vite: "ios", data: ["safari_ios"] },
} as const

/**
 * The oldest supported browsers, from `browserslist` in package.json.
 *
 * Errors: an `Error` that quotes an entry in a different form than "chrome >= 109".
 */
export function oldestBrowsers(): OldestBrowser[] {
  const file = join(import.meta.dirname, "../../package.json")
  const { browserslist } = JSON.parse(readFileSync(file, "utf8")) as { browserslist: string[] }
  return browserslist.map((entry) => {
    const [, name = "", version = ""] = /^(\w+) >= ([\d.]+)$/.exec(entry) ?? []
    if (!Object.hasOwn(names, name)) throw new Error(`package.json, browserslist: "${entry}"?`)
    return { name: name as OldestBrowser["name"], version }
  })
}

/** The targets of Vite's build, for scripts and style sheets, such as "chrome109". */
export function buildTargets(): string[] {
  return oldestBrowsers().map(({ name, version }) => names[name].vite + version)
}

/** Name and oldest version of each browser in the terms of MDN's compatibility data. */
export function browsersInData() {
  return oldestBrowsers().flatMap(({ name, version }) =>
    names[name].data.map((data) => ({ name: data, version })),
  )
}

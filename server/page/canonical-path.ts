import { secretIn } from "#contracts/identity/link-secret-rules.ts"
import { screenAt, screens } from "#contracts/screens.ts"

const patterns = ["/payment-center", ...Object.values(screens).map(({ path }) => path)]

/** The beginning of each emailed link whose secret is a part of the path. */
const beforeSecret = patterns.flatMap((path) => /^(.*\/):token$/.exec(path)?.[1] ?? [])

/** Addresses that people and help desks type, and that no screen has. */
const usual: Readonly<Record<string, string>> = {
  "/login": "/",
  "/log-in": "/",
  "/signin": "/",
  "/sign-in": "/",
}

/**
 * The address of the screen that a person means who types `/login`, adds a slash or types capital letters, such as
 * `/dashboard` for `/Dashboard/`. Undefined if there is none. A token in the address stays as it is. A path
 * that an email program wrote around it, such as the link a second time, goes.
 */
export function canonicalPath(path: string, isCustomerSite: boolean): string | undefined {
  const asked = path.replace(/(?<=[^/])\/$/, "")
  const other = Object.hasOwn(usual, asked.toLowerCase()) && usual[asked.toLowerCase()]
  if (other) return other
  const before = beforeSecret.find((start) => asked.toLowerCase().startsWith(start))
  const secret = before && secretIn(asked.slice(before.length))
  if (secret && asked.slice(before.length).includes("/")) return `${before}${secret}`
  const parts = asked.split("/")
  const fixed = patterns.map((pattern) =>
    pattern
      .split("/")
      .map((part, index) => (part.startsWith(":") ? (parts[index] ?? "") : part))
      .join("/"),
  )
  return fixed.find(
    (candidate) =>
      candidate.toLowerCase() === asked.toLowerCase() &&
      screenAt(candidate, isCustomerSite) !== undefined,
  )
}

/**
 * The path and the fragment of an address whose `#` and `/` a mail program has encoded, once or more
 * often: some check each link of an email and rewrite it. The fragment is "" if there is none.
 */
export function decodedPath(path: string): [path: string, fragment: string] {
  const [before = "", ...after] = path.replace(/%(?:25)*2f/gi, "/").split(/%(?:25)*23/i)
  return [before, after.length === 0 ? "" : `#${after.join("")}`]
}

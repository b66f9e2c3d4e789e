import { screenAt, screens } from "#contracts/screens.ts"

const patterns = ["/payment-center", ...Object.values(screens).map(({ path }) => path)]

/**
 * The address of the screen that a person means who adds a slash or types capital letters, such as
 * `/dashboard` for `/Dashboard/`. Undefined if there is none. A token in the address stays as it is.
 */
export function canonicalPath(path: string, isCustomerSite: boolean): string | undefined {
  const asked = path.replace(/(?<=[^/])\/$/, "")
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

import { distance } from "fastest-levenshtein"

/**
 * Environment variables whose names look like mistyped settings. This is only a hint: other
 * programs may use such names too, such as DATABASE_PORT.
 */
export function misspelled(found: readonly string[], known: readonly string[]): string[] {
  return found.flatMap((name) => {
    if (known.includes(name)) return []
    const meant = known.find((one) => isNear(name, one))
    return meant === undefined ? [] : [`${name} is no setting. Did you mean ${meant}?`]
  })
}

/**
 * Whether the names differ in at most two letters, or one in a short name; two swapped letters
 * count as one.
 */
function isNear(name: string, setting: string): boolean {
  if (setting.length < 8) return false
  if (lettersOf(name) === lettersOf(setting)) return true
  return distance(name, setting) <= (setting.length < 10 ? 1 : 2)
}

function lettersOf(name: string): string {
  return [...name.toUpperCase()].toSorted().join("")
}

import { distance } from "fastest-levenshtein"

/**
 * Names of the environment that look like mistyped settings. Only a hint: other programs may have
 * such names too, such as DATABASE_PORT.
 */
export function misspelled(found: readonly string[], known: readonly string[]): string[] {
  return found.flatMap((name) => {
    if (known.includes(name)) return []
    const meant = known.find((one) => isNear(name, one))
    return meant === undefined ? [] : [`${name} is no setting. Did you mean ${meant}?`]
  })
}

/** Two letters apart, or one in a short name; exchanged letters count once. */
function isNear(name: string, setting: string): boolean {
  if (setting.length < 8) return false
  if (lettersOf(name) === lettersOf(setting)) return true
  return distance(name, setting) <= (setting.length < 10 ? 1 : 2)
}

function lettersOf(name: string): string {
  return [...name.toUpperCase()].toSorted().join("")
}

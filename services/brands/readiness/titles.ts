import { placeholdersIn } from "#contracts/placeholders.ts"
import { type CheckedBrand, fieldAt } from "./checked-brand.ts"
import { errorAt, type Finding, warningAt } from "./finding.ts"

/** Longer titles are cut in tabs and in search results. */
const mostCharacters = 70

/** Page titles that a browser's tab would show wrongly. */
export function checkTitles(checked: CheckedBrand): Finding[] {
  const { name, pageTitles } = checked.brand
  return Object.entries(pageTitles ?? {}).flatMap(([screen, suffix = ""]) => {
    const place = fieldAt(checked, "pageTitles", screen)
    const fix = `Write only the words after “${name}”, such as "Login".`
    if (placeholdersIn(suffix).length > 0 || /[<>]|&\w+;/.test(suffix)) {
      return [
        errorAt("title", place, {
          reason: `“${suffix}” is shown as it stands: titles have no placeholders and no HTML`,
          fix,
        }),
      ]
    }
    if (suffix.toLowerCase().includes(name.toLowerCase())) {
      return [
        errorAt("title", place, {
          reason: `the title reads “${name} ${suffix}”, with the name twice`,
          fix,
        }),
      ]
    }
    const { length } = `${name} ${suffix}`
    if (length <= mostCharacters) return []
    return [
      warningAt("title", place, {
        reason: `the title has ${length} characters, and tabs show ${mostCharacters}`,
        fix,
      }),
    ]
  })
}

import { placeholdersIn } from "#contracts/placeholders.ts"
import { type ScreenName, screens } from "#contracts/screens.ts"
import { type CheckedBrand, fieldAt } from "./checked-brand.ts"
import { errorAt, type Finding, warningAt } from "./finding.ts"

/** Longer titles are cut off in tabs and in search results. */
export const longestTitle = 70
/** A suffix up to this length is short enough after any name. */
const shortSuffix = 20

/**
 * Maximum length of a name. The header of a phone would show a longer one in more than three lines.
 */
export const longestName = 80

/** Page titles that a browser tab would show incorrectly. */
export function checkTitles(checked: CheckedBrand): Finding[] {
  return [...checkName(checked), ...checkSuffixes(checked), ...checkRepeats(checked)]
}

function checkName(checked: CheckedBrand): Finding[] {
  const { length } = checked.brand.name
  if (length <= longestName) return []
  return [
    errorAt("title", fieldAt(checked, "name"), {
      reason: `the name has ${length} characters, and screens show ${longestName}`,
      fix: "Write the name that customers know; the terms of service can have the full one.",
    }),
  ]
}

function checkSuffixes(checked: CheckedBrand): Finding[] {
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
    if (length <= longestTitle || suffix.length <= shortSuffix) return []
    const most = Math.max(shortSuffix, longestTitle - name.length - 1)
    return [
      warningAt("title", place, {
        reason: `the title has ${length} characters, and tabs show ${longestTitle}`,
        fix: `Shorten “${suffix}” to ${most} characters.`,
      }),
    ]
  })
}

/** Screens with the same title. People with several tabs or a screen reader would confuse them. */
function checkRepeats(checked: CheckedBrand): Finding[] {
  const rows = Object.entries(checked.brand.pageTitles ?? {}) as [ScreenName, string][]
  return rows.flatMap(([screen, suffix], index) => {
    // Screens that share a title by design are steps of one task.
    const other = rows
      .slice(0, index)
      .find(([one, title]) => title === suffix && screens[one].title !== screens[screen].title)
    if (!other) return []
    return [
      warningAt("title", fieldAt(checked, "pageTitles", screen), {
        reason: `“${suffix}” is also the title of ${other[0]}`,
        fix: `Give each screen its own title, such as "${screens[screen].title}".`,
      }),
    ]
  })
}

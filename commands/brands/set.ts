import { readFile } from "node:fs/promises"
import type { Workplace } from "#server/commands/operator-command.ts"
import { UsageError } from "#server/config/command-line.ts"
import {
  colorEdit,
  editableFields,
  fieldEdit,
  logoEdit,
  textEdit,
} from "#services/brands/releases/edits.ts"
import type { Edit } from "#services/brands/releases/releases.ts"
import type { DatabaseCommand } from "../command.ts"
import { allowedKinds } from "./allowed-kinds.ts"
import { openReleases } from "./open-releases.ts"
import { sentenceOf } from "./publish.ts"
import { readinessCheck } from "./release-readiness.ts"

/** Changes one thing of a brand, and publishes it as a release. */
export const set: DatabaseCommand = {
  usage: "set CLIENT text|color|logo|field … [--dark] [--allow KIND]…",
  summary: "Changes a single text, color, logo or field, and publishes that.",
  help: `  set CLIENT text TITLE FILE     a managed text, such as "contact us", from an .html file
  set CLIENT color TOKEN COLOR   a token of the brand's style sheet
  set CLIENT logo FILE           the picture of the header
  set CLIENT field NAME VALUE    a field of client.json; JSON for what is no text
  --dark        changes the color of the dark scheme
  --allow KIND  accepts mistakes of this kind, which are refused otherwise: see check-folder
Fields: ${editableFields.join(", ")}.
Example: npm run my-account -- set harbor color --brand-accent "#123456"`,
  options: { allow: { type: "string", multiple: true }, dark: { type: "boolean" } },
  words: [3, 4],
  prepare(typed) {
    // A token begins with two dashes, and Node would read it as an option.
    const at = typed.indexOf("color")
    if (at !== 1) return { typed, words: [] }
    const isDark = typed.includes("--dark")
    const rest = typed.filter((word) => word !== "--dark")
    const flags = rest.slice(4)
    return {
      typed: [...rest.slice(0, 2), ...flags, ...(isDark ? ["--dark"] : [])],
      words: rest.slice(2, 4),
    }
  },
  async work({ words: [name = "", kind = "", ...rest], values }, place) {
    const find = edits[kind]
    if (!find) throw new UsageError(`Set text, color, logo or field, not '${kind}'.`)
    const wanted = kind === "logo" ? 1 : 2
    if (rest.length !== wanted) throw new UsageError(`'${kind}' takes ${wanted} more.`)
    const [first = "", second = ""] = rest
    const edit = await find({ first, second, isDark: values.dark === true }, place)
    const what = ["set", kind, ...(kind === "logo" ? [] : [first])].join(" ")
    const done = await openReleases(place).change(name, what, {
      edit,
      check: readinessCheck(place.clock, allowedKinds(values.allow)),
    })
    return { text: done ? sentenceOf(done) : "Nothing changed.", json: done ?? null }
  },
}

interface Wanted {
  first: string
  second: string
  isDark: boolean
}

const edits: Record<string, (wanted: Wanted, place: Workplace) => Promise<Edit>> = {
  async text({ first, second }, { pathOf }) {
    return textEdit(first, await readFile(pathOf(second), "utf8"))
  },
  async color({ first, second, isDark }) {
    return colorEdit(first.startsWith("--") ? first : `--${first}`, second, isDark)
  },
  async logo({ first }, { pathOf }) {
    const path = pathOf(first)
    return logoEdit(path, await readFile(path))
  },
  async field({ first, second }) {
    return fieldEdit(first, second)
  },
}

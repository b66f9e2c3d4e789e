import { basename } from "node:path"
import type { CatalogueEntry } from "#contracts/messages/entry.ts"
import { messages } from "#contracts/messages.ts"
import {
  authorizationKinds,
  authorizationTitle,
  authorizationTitles,
  unknownPlaceholders,
} from "#contracts/payments/authorization-rules.ts"
import { cardPatternProblem, cardPatternTitles } from "#contracts/payments/card-pattern.ts"
import { placeholdersIn } from "#contracts/placeholders.ts"
import type { Problem } from "#platform/files/problems.ts"
import { lineAt, type TextFile } from "#platform/files/text-file.ts"
import { cleanHtml, notAllowedIn } from "#platform/text/clean-html.ts"

/** Titles of the managed texts that pages show. For every other text, the title is a message id. */
export const contentTitles: readonly string[] = [
  "about us",
  "accessibility statement",
  "annual product cost disclaimer",
  ...authorizationTitles,
  "autopay marketing",
  ...cardPatternTitles,
  "certificate number info",
  "claim now",
  "contact us",
  "document error",
  "ea plus member note",
  "forgot password info",
  "forgot username info",
  "header phone info",
  "login info",
  "privacy policy",
  "product details benefits",
  "product details mismatch data",
  "product disclaimers",
  "product disclaimers combinedbill",
  "product disclaimers nocosttoyou",
  "registration note",
  "site disclaimer",
  "terms of service",
  "tip text for profile",
  "transaction disclaimer",
  "welcome",
]

export interface ManagedContent {
  title: string
  /** The cleaned HTML. */
  html: string
}

/** The maximum length, which is much longer than any privacy policy. */
const mostCharacters = 100_000

const messageValues = new Map(
  Object.entries<CatalogueEntry>(messages).map(([id, { content, moreValues = [] }]) => [
    id,
    [...placeholdersIn(content), ...moreValues],
  ]),
)

/**
 * The managed texts in these files. A text that loses parts in cleaning is accepted, and `notices`
 * lists the lost parts for its author.
 */
export function readContents(
  files: readonly TextFile[],
  problems: Problem[],
  notices: string[],
): ManagedContent[] {
  return files.map((source) => {
    const { file } = source
    const title = basename(file, ".html").replaceAll("-", " ")
    const reason = file.endsWith(".html") ? titleProblem(title) : "must end in .html"
    if (reason) problems.push({ file, line: 1, reason })
    problems.push(...textProblems(source, title))
    const removed = notAllowedIn(source.text)
    if (removed.length > 0) notices.push(`${file}: removed ${removed.join(", ")}`)
    return { title, html: cleanHtml(source.text).trim() }
  })
}

function titleProblem(title: string): string | undefined {
  if (contentTitles.includes(title) || messageValues.has(title)) return undefined
  if (title === "page titles") return "page titles are written in client.json, as pageTitles"
  return `"${title}" is neither a text that the portal shows nor a message id`
}

function textProblems(source: TextFile, title: string): Problem[] {
  const { file, text } = source
  const zero = text.indexOf("\0")
  if (zero !== -1) {
    return [{ file, line: lineAt(source, zero), reason: "holds characters that cannot be shown" }]
  }
  if (text.length > mostCharacters) {
    return [{ file, line: 1, reason: `is longer than ${mostCharacters} characters` }]
  }
  const wrongPattern = cardPatternTitles.includes(title) ? cardPatternProblem(text) : undefined
  if (wrongPattern) return [{ file, line: 1, reason: `is not a pattern: ${wrongPattern}` }]
  return unknownValues(title, text).map((name) => ({
    file,
    line: lineAt(source, text.indexOf(`{${name}}`)),
    reason: `{${name}} is not a value of this text`,
  }))
}

/** The placeholders of a text for which the portal does not have a value. */
function unknownValues(title: string, text: string): string[] {
  const kind = authorizationKinds.find((one) => authorizationTitle(one) === title)
  if (kind) return unknownPlaceholders(kind, text)
  const known = messageValues.get(title)
  if (known === undefined) return []
  return placeholdersIn(text).filter((name) => !known.includes(name))
}

import { type MessageId, messages } from "#contracts/messages.ts"
import {
  type AuthorizationKind,
  authorizationKinds,
  authorizationTitle,
} from "#contracts/payments/authorization-rules.ts"
import { cardPatternTitles } from "#contracts/payments/card-pattern.ts"
import { placeholdersIn } from "#contracts/placeholders.ts"
import { lineAt, type TextFile } from "#platform/files/text-file.ts"
import { titleOf } from "./checked-brand.ts"
import { errorAt, type Finding, warningAt } from "./finding.ts"

/** Facts that an authorization must contain, because the customer accepts them. */
const essential: Record<AuthorizationKind, readonly string[]> = {
  "pay-now": ["amountDue", "accountNumber"],
  add: ["amountDue", "accountNumber"],
  "add-admin-fees": ["amountDue", "accountNumber", "billingFee"],
  both: ["amountDue", "accountNumber", "frequency"],
  "payment-method": ["accountNumber"],
  frequency: ["frequency"],
  remove: [],
}

/** Patterns of texts that the author has not finished. */
const unfinished = [
  /\b(?:[Ll]orem ipsum|TODO|TBD|FIXME|XXX+)\b/,
  /\[(?:insert|enter|add|your|the|company|insurer|organization|name|date|month|year|day|phone|telephone|number|e-?mail|website|url|link|address|street|city|state|zip|amount|product|hours|time|logo|title|contact|text|x+|…|\.\.\.|_+|)(?![\w-])[^\]\n]*\]/i,
]
/** Placeholders of other systems, and misspelled ones of ours. */
const foreign =
  /\{\{[^{}]*\}\}|\$\{[^}]*\}|<%[^%]*%>|%[A-Z_]{3,}%|\{\s+\w+\s*\}|\{\w+\s+\}|\{\w+(?=[^\w}])(?![^{]*\})/

/** Placeholders that would stay visible as `{name}`, and required facts that a text leaves out. */
export function checkPlaceholders(source: TextFile): Finding[] {
  const title = titleOf(source)
  if (cardPatternTitles.includes(title) || source.text.trim() === "") return []
  const kind = authorizationKinds.find((one) => authorizationTitle(one) === title)
  const builtIn = Object.hasOwn(messages, title) ? messages[title as MessageId].content : undefined
  return [
    ...matchOf(source, foreign, "is shown to customers as it stands"),
    ...unfinished.flatMap((pattern) => matchOf(source, pattern, "looks unfinished")),
    // The loader checks the names in authorizations and messages.
    ...(kind === undefined && builtIn === undefined ? unfilled(source) : []),
    ...(kind === undefined ? [] : missing(source, essential[kind], "error")),
    ...(builtIn === undefined ? [] : missing(source, placeholdersIn(builtIn), "warning")),
  ]
}

function matchOf(source: TextFile, pattern: RegExp, reason: string): Finding[] {
  const match = pattern.exec(source.text)
  if (!match) return []
  const place = { file: source.file, line: lineAt(source, match.index) }
  return [
    errorAt("placeholder", place, {
      reason: `“${match[0]}” ${reason}`,
      fix: "Write what customers should read. Placeholders are written {name}; demo/README.md lists them.",
    }),
  ]
}

/** Placeholders in texts that the portal does not fill in. */
function unfilled(source: TextFile): Finding[] {
  return [...new Set(placeholdersIn(source.text))].map((name) => {
    const place = { file: source.file, line: lineAt(source, source.text.indexOf(`{${name}}`)) }
    return errorAt("placeholder", place, {
      reason: `customers read “{${name}}” as it stands: this text has no values`,
      fix: `Write the words in place of {${name}}.`,
    })
  })
}

function missing(
  { file, text }: TextFile,
  names: readonly string[],
  severity: Finding["severity"],
): Finding[] {
  const used = placeholdersIn(text)
  const at = severity === "error" ? errorAt : warningAt
  return names
    .filter((name) => !used.includes(name))
    .map((name) =>
      at(
        "placeholder",
        { file, line: 1 },
        {
          reason: `does not name {${name}}, so customers do not learn it`,
          fix: `Put {${name}} into a sentence of the text.`,
        },
      ),
    )
}

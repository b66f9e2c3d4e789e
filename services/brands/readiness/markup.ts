import { lineAt, type TextFile } from "#platform/files/text-file.ts"
import { notAllowedIn } from "#platform/text/clean-html.ts"
import { errorAt, type Finding, warningAt } from "./finding.ts"

/**
 * Tags that stay in effect until their end tag. Browsers close the others, such as <p>, on their
 * own.
 */
const ended = /<(\/?)(h[2-4]|strong|b|em|i|sup|sub|a|ul|ol|table)(?=[\s>/])[^>]*>/gi
const comment = /<!--[\s\S]*?(?:-->|$)/g

/**
 * Tags without an end tag, and end tags without a tag. The rest of the text would look like part of
 * them.
 */
export function checkTags(source: TextFile): Finding[] {
  const text = source.text.replace(comment, (words) => " ".repeat(words.length))
  const open: { tag: string; index: number }[] = []
  const faults: { tag: string; index: number; reason: string }[] = []
  for (const { 1: slash, 2: name = "", index } of text.matchAll(ended)) {
    const tag = name.toLowerCase()
    if (slash === "") {
      open.push({ tag, index })
      continue
    }
    const at = open.findLastIndex((one) => one.tag === tag)
    if (at === -1) faults.push({ tag, index, reason: `</${tag}> ends nothing` })
    for (const inner of at === -1 ? [] : open.splice(at).slice(1)) faults.push(unended(inner))
  }
  return [...faults, ...open.map(unended)]
    .toSorted((one, other) => one.index - other.index)
    .map(({ tag, index, reason }) =>
      errorAt(
        "text",
        { file: source.file, line: lineAt(source, index) },
        { reason, fix: `Write both <${tag}> and </${tag}>, around the words that they are for.` },
      ),
    )
}

function unended({ tag, index }: { tag: string; index: number }) {
  return { tag, index, reason: `<${tag}> has no end, so the rest of the text looks like it` }
}

/**
 * Characters that reverse the order of letters, so that a text reads differently from its content.
 */
const reversing =
  /[\u202a-\u202e\u2066-\u2069]|\\u(?:202[a-e]|206[6-9])|&#(?:x(?:202[a-e]|206[6-9])|823[4-8]|829[4-7]);/i

/** Characters that are invisible in editors and reorder words, also in a JSON file. */
export function checkSigns(source: TextFile): Finding[] {
  const match = reversing.exec(source.text)
  if (!match) return []
  const code = /[\u2000-\u20ff]/.test(match[0])
    ? `U+${match[0].codePointAt(0)?.toString(16).toUpperCase()}`
    : match[0]
  return [
    errorAt(
      "text",
      { file: source.file, line: lineAt(source, match.index) },
      {
        reason: `the invisible sign ${code} turns around the letters after it`,
        fix: "Type this line again; do not paste it.",
      },
    ),
  ]
}

/**
 * Tags whose removal breaks something or loses content. Others, such as <span>, only lose the tag.
 */
const working =
  /^<(script|style|iframe|img|picture|video|audio|object|embed|svg|form|input|button|select|textarea)>$/

/** Parts that are removed before a page shows the text. Links have their own check. */
export function checkRemovals(source: TextFile): Finding[] {
  return notAllowedIn(source.text)
    .filter((part) => !part.startsWith("the link to "))
    .map((part) => {
      const at = working.test(part) ? errorAt : warningAt
      const name = / of <(\w+)>$/.exec(part) ? part.replace(/ of <.*$/, "") : part.slice(0, -1)
      const index = source.text.toLowerCase().indexOf(name.toLowerCase())
      return at(
        "text",
        { file: source.file, line: lineAt(source, Math.max(index, 0)) },
        {
          reason: `${part} is removed before pages show the text`,
          fix: "Remove it from the file; demo/README.md lists what texts may have.",
        },
      )
    })
}

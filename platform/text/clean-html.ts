import sanitize from "sanitize-html"

/** Tags whose only attribute is the language of their text. */
const textTags = "p br h2 h3 h4 ul ol li strong em sup sub table caption thead tbody tr".split(" ")

/**
 * Tags that a managed text may contain, each with its attributes: text, structure and links. No
 * styling (the brand's CSS does that), nothing that loads from elsewhere, nothing that runs.
 */
const allowed = new Map<string, readonly string[]>([
  ...textTags.map((tag) => [tag, ["lang"]] as const),
  ["th", ["scope", "colspan", "rowspan"]],
  ["td", ["colspan", "rowspan"]],
  ["a", ["href", "rel", "translate"]],
])

/** Alternative tags that word processors write for allowed ones. */
const synonyms = new Map([
  ["b", "strong"],
  ["i", "em"],
])

const options: sanitize.IOptions = {
  allowedTags: [...allowed.keys()],
  allowedAttributes: Object.fromEntries([...allowed].map(([tag, names]) => [tag, [...names]])),
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowProtocolRelative: false,
  nestingLimit: 50,
  // The content of these tags is not text for a reader, so it is removed with the tag.
  nonTextTags: [
    ...["script", "style", "textarea", "option", "noscript", "xmp", "title", "template"],
    ...["iframe", "noembed", "noframes", "plaintext", "svg", "math", "object"],
  ],
  transformTags: {
    ...Object.fromEntries(
      [...synonyms].map(([from, to]) => [from, () => ({ tagName: to, attribs: {} })]),
    ),
    a: (tagName, { href }) => ({ tagName, attribs: isAllowedLink(href) ? linkTo(href) : {} }),
  },
}

/** Caches cleaned marks such as `<sup>1</sup>`: product lists repeat a few, and parsing is slow. */
const knownMarks = new Map<string, string>()
const mostMarks = 500
const longestMark = 200

/**
 * The managed HTML without anything that is not allowed, so that it is safe in a page. Runs when a
 * text is loaded and again when it is shown, because either may be older than these rules.
 */
export function cleanHtml(html: string): string {
  // Most short texts of a product contain no markup.
  if (!/[<>&]/.test(html)) return html
  if (html.length > longestMark) return sanitize(html, options)
  const known = knownMarks.get(html)
  if (known !== undefined) return known
  const cleaned = sanitize(html, options)
  if (knownMarks.size >= mostMarks) knownMarks.clear()
  knownMarks.set(html, cleaned)
  return cleaned
}

/** Descriptions of what `cleanHtml` removes from this text, for its author, each once. */
export function notAllowedIn(html: string): string[] {
  const found = new Set<string>()
  sanitize(html, {
    ...options,
    onOpenTag(tag, attributes) {
      const names = allowed.get(synonyms.get(tag) ?? tag)
      if (!names) {
        found.add(`<${tag}>`)
        return
      }
      for (const [name, value] of Object.entries(attributes)) {
        if (!names.includes(name)) found.add(`${name} of <${tag}>`)
        else if (name === "href" && !isAllowedLink(value)) found.add(`the link to ${value}`)
      }
    },
  })
  return [...found]
}

/** Allowed link targets: web, email and phone addresses in full, and pages of this site. */
const allowedLinks = [
  /^https?:\/\//i,
  /^mailto:[^:?\s]+(\?\S*)?$/i,
  /^tel:\+?[\d().\- ]+(;ext=\d+)?$/i,
  /^\/(?![/\\])/,
]

function isAllowedLink(href: string | undefined): href is string {
  return href !== undefined && allowedLinks.some((allowed) => allowed.test(href))
}

function linkTo(href: string): sanitize.Attributes {
  if (/^tel:/i.test(href)) return { href, translate: "no" }
  return /^http/i.test(href) ? { href, rel: "noopener noreferrer" } : { href }
}

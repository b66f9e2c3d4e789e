import sanitize from "sanitize-html"

/** Tags that stand without attributes. */
const bareTags = "p br h2 h3 h4 ul ol li strong em sup sub table caption thead tbody tr".split(" ")

/**
 * What a managed text may hold, each tag with its attributes: words, their structure, and links.
 * No looks (the brand's css does that), nothing that loads from elsewhere, nothing that runs.
 */
const allowed = new Map<string, readonly string[]>([
  ...bareTags.map((tag) => [tag, []] as const),
  ["th", ["scope", "colspan", "rowspan"]],
  ["td", ["colspan", "rowspan"]],
  ["a", ["href", "rel"]],
])

/** Other names that word processors give to what is allowed. */
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
  // Their content is not words for a reader, so it goes with the tag.
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

/** Cleaned marks such as `<sup>1</sup>`: a list of products repeats a few, and each costs a parser. */
const knownMarks = new Map<string, string>()
const mostMarks = 500
const longestMark = 200

/**
 * The managed HTML with everything removed that is not allowed: safe to put into a page.
 * Used when a text is loaded and again whenever it is shown, because either may be older than
 * these rules.
 */
export function cleanHtml(html: string): string {
  // Most short texts of a product have no markup at all.
  if (!/[<>&]/.test(html)) return html
  if (html.length > longestMark) return sanitize(html, options)
  const known = knownMarks.get(html)
  if (known !== undefined) return known
  const cleaned = sanitize(html, options)
  if (knownMarks.size >= mostMarks) knownMarks.clear()
  knownMarks.set(html, cleaned)
  return cleaned
}

/** What `cleanHtml` takes away from this text, in words for its author, each once. */
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

/** Web, email and phone addresses written out, and pages of this site. */
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
  return /^http/i.test(href) ? { href, rel: "noopener noreferrer" } : { href }
}

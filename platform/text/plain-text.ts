import sanitize from "sanitize-html"

/**
 * The text of managed HTML, one line per paragraph, heading, item or row, for plain text output.
 */
export function paragraphsOf(html: string): string[] {
  const broken = html
    .replace(/\s+/g, " ")
    .replace(/<\/(p|h[2-4]|li|tr|caption)>|<br\s*\/?>/gi, "$&\n")
  const text = sanitize(broken, { allowedTags: [], allowedAttributes: {} })
  return text
    .split("\n")
    .map((line) => withoutEntities(line).trim())
    .filter((line) => line !== "")
}

/** Entities that remain after the markup is removed; the ampersand comes last. */
function withoutEntities(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")
}

import sanitize from "sanitize-html"

/** The words of managed HTML, a paragraph, heading, entry or row each, for what shows no HTML. */
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

/** What is left of entities once markup is gone; the ampersand's own last. */
function withoutEntities(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")
}

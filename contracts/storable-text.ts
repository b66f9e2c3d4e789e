/**
 * Whether the database can store the text unchanged: it cannot store NUL or half of a surrogate
 * pair.
 */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed()
}

/** Limits for the number and length of places in replies and logs. */
const mostPlaces = 10
const longestPlace = 200

/**
 * The first places in a value from outside where a text or a field name is not storable, such as
 * `data.names.0`. Deep values are read without recursion, because callers choose their depth.
 */
export function unstorablePlaces(value: unknown): string[] {
  const found = new Set<string>()
  const open: { value: unknown; place: string }[] = [{ value, place: "" }]
  for (let next = open.pop(); next && found.size < mostPlaces; next = open.pop()) {
    const { value: part, place } = next
    if (typeof part === "string" && !isStorable(part)) found.add(place)
    if (typeof part !== "object" || part === null || ArrayBuffer.isView(part)) continue
    for (const [name, inner] of Object.entries(part)) {
      if (isStorable(name))
        open.push({ value: inner, place: place === "" ? name : `${place}.${name}` })
      else found.add(place)
    }
  }
  return [...found].map((place) => place.slice(0, longestPlace) || "body").toSorted()
}

/** Invisible characters, and blanks that look like a space but are not. */
const unseen = /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\u2800]|(?! )\p{Zs}/u

/**
 * Whether a text can be a number or name that joins records. Two that look alike must be equal, so
 * the text has no surrounding spaces and only visible characters.
 */
export function isKeyText(text: string): boolean {
  return isStorable(text) && text !== "" && text.trim() === text && !unseen.test(text)
}

interface Names {
  firstName: string
  lastName: string
}

/**
 * Whether a typed name is the one on file. Accents, capitals, spaces and punctuation do not count.
 * Neither do middle initials, nor a suffix such as Jr. that only one of the two has.
 */
export function isSameName(typed: Names, onFile: Names): boolean {
  const [one, other] = [typed, onFile].map(({ firstName, lastName }) => ({
    first: letters(withoutInitials(firstName)),
    ...lastAndSuffix(lastName),
  }))
  return (
    one?.first === other?.first &&
    one?.last === other?.last &&
    (one?.suffix === other?.suffix || one?.suffix === "" || other?.suffix === "")
  )
}

/** Whether a typed address is the one on file; false if there is none on file. */
export function isSameAddress(typed: string, onFile: string): boolean {
  return onFile !== "" && typed.trim().toLowerCase() === onFile.trim().toLowerCase()
}

/** "Ana M." is "Ana". */
function withoutInitials(firstName: string): string {
  return firstName.trim().replace(/(?:\s+\p{L}\.?)+$/u, "")
}

function lastAndSuffix(lastName: string): { last: string; suffix: string } {
  const [, name = lastName, suffix = ""] =
    /^(.*[^\s,])[\s,]+(jr|sr|ii|iii|iv)\.?$/i.exec(lastName.trim()) ?? []
  return { last: letters(name), suffix: letters(suffix) }
}

/** Letters that have no accent to take away, as people type them on a US keyboard. */
const plainLetters: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
}

function letters(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]/gu, "")
}

/**
 * Readers of single settings. Each refuses an invalid value with an `Error` that names the setting.
 */

/** One of these words, or `otherwise` if the setting is absent. */
export function wordOf<Word extends string>(
  text: string | undefined,
  otherwise: Word,
  name: string,
  words: readonly Word[],
): Word {
  if (text === undefined || text === "") return otherwise
  const word = words.find((one) => one === text)
  if (word === undefined) throw new Error(`${name} must be ${listed(words)}, not "${text}".`)
  return word
}

/** An email address; the host may be local to this machine. */
export function emailOf(text: string | undefined, otherwise: string, name: string): string {
  const address = text || otherwise
  if (/^[\w.+-]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(address)) return address
  throw new Error(`${name} must be an email address, such as me@example.com, not "${address}".`)
}

/** The address for vulnerability reports, as a URI: an email address or an HTTPS page. */
export function contactOf(text: string | undefined, name: string): string | undefined {
  if (text === undefined || text === "") return undefined
  if (/^https:\/\/[!-~]+$/.test(text) && URL.canParse(text)) return text
  if (/^https?:/.test(text)) throw new Error(`${name} must be served over HTTPS, not "${text}".`)
  return `mailto:${emailOf(text, "", name)}`
}

function listed(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(" or ")
}

import type { MatchExtended, ZxcvbnFactory } from "@zxcvbn-ts/core"

/**
 * Minimum score. A password with a lower score falls within a million guesses. Source: zxcvbn's
 * scale from 0 to 4.
 */
const leastScore = 2
/** Minimum score for a password that contains the brand or the person's own data. */
const leastScoreOfOwnWords = 3
const shortestWord = 3
/**
 * How many of the most common passwords are checked. A password that contains one and little else
 * is too common.
 */
const mostCommon = 1_000
/**
 * How many characters a password may have in addition to a leaked one and still count as leaked.
 */
const mostBesideLeaked = 4
/**
 * Number of rated characters. The work grows with the cube of the length, and a strong start is
 * enough.
 */
const judgedLength = 24

interface Estimator {
  check: ZxcvbnFactory["check"]
  /** The most common passwords. */
  common: ReadonlySet<string>
  /** All leaked passwords of the list: about 49,000. */
  leaked: ReadonlySet<string>
}
let estimator: Promise<Estimator> | undefined

/**
 * Whether a password is common or easy to guess. It is compared with lists of leaked passwords,
 * words, names, dates and keyboard patterns, and with `own`, the words that strangers can know
 * about the person and the brand. Nothing leaves this process.
 */
export async function isGuessable(password: string, own: readonly string[]): Promise<boolean> {
  estimator ??= createEstimator()
  const { check, common, leaked } = await estimator
  const words = own.flatMap(wordsIn)
  const core = coreOf(password)
  if (common.has(core) || isMadeOf(core, words) || isLeaked(password, core, leaked)) return true
  const { score, sequence } = check(password.slice(0, judgedLength), words)
  const isOwn = sequence.some((part: MatchExtended) => part.dictionaryName === "userInputs")
  return score < (isOwn ? leastScoreOfOwnWords : leastScore)
}

/**
 * The text and its words, because "Harbor Mutual" is guessed both ways. The domain of an email
 * address is left out, because many people share it.
 */
function wordsIn(text: string): string[] {
  const [name = ""] = text.split("@")
  const words = name.split(/[^\p{L}\p{N}]+/u)
  return [name, ...words].filter((word) => word.length >= shortestWord)
}

const leet: Record<string, string> = { "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t" }
Object.assign(leet, { "@": "a", $: "s", "!": "i" })

/**
 * The letters of a password without the surrounding digits and signs, and with the remaining digits
 * read as the letters that they resemble: "password" for "P4ssw0rd-2026!".
 */
function coreOf(password: string): string {
  const word = password.toLowerCase().replace(/^[^\p{L}@$]+|[^\p{L}@$]+$/gu, "")
  return word.replace(/[0134571@$!]/g, (sign) => leet[sign] ?? sign).replace(/[^\p{L}]/gu, "")
}

/**
 * Whether the password is a leaked one, possibly changed to satisfy password rules: with capitals,
 * digits for letters, and a few digits or signs around it.
 */
function isLeaked(password: string, core: string, leaked: ReadonlySet<string>): boolean {
  const lower = password.toLowerCase()
  const [end = ""] = /[^a-z]{0,4}$/.exec(lower) ?? []
  for (let more = 0; more <= end.length; more += 1) {
    if (leaked.has(lower.slice(0, lower.length - more))) return true
  }
  return lower.length - core.length <= mostBesideLeaked && leaked.has(core)
}

/** Whether the password consists of these words, with at most a few other letters. */
function isMadeOf(core: string, words: readonly string[]): boolean {
  if (core === "") return false
  const longestFirst = words
    .map((word) => word.toLowerCase().replace(/[^\p{L}]/gu, ""))
    .filter((word) => word.length >= shortestWord)
    .toSorted((one, other) => other.length - one.length)
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ""), core)
  return rest.length < shortestWord && rest.length < core.length
}

/**
 * Created on first use: the lists take a fifth of a second and 60 MB, which an idle server does not
 * need.
 */
async function createEstimator(): Promise<Estimator> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
    import("@zxcvbn-ts/language-en"),
  ])
  const factory = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    translations: english.translations,
  })
  return {
    check: (password, own) => factory.check(password, own),
    common: new Set(common.dictionary["passwords-common"].slice(0, mostCommon)),
    leaked: new Set(common.dictionary["passwords-common"]),
  }
}

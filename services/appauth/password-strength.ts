import type { MatchExtended, ZxcvbnFactory } from "@zxcvbn-ts/core"

/** Below this score a password falls to a million guesses. Source: zxcvbn's scale from 0 to 4. */
const leastScore = 2
/** A password that is built on the brand or on the person's own data has to be better than that. */
const leastScoreOfOwnWords = 3
const shortestWord = 3
/** In characters. The work grows with the cube of the length, and a good start is enough. */
const judgedLength = 24

type Estimator = Pick<ZxcvbnFactory, "check">
let estimator: Promise<Estimator> | undefined

/**
 * Whether a password is common or easily guessed: by a list of leaked passwords, words, names,
 * dates and keyboard patterns that comes with the software, and by `own`, which is what a stranger
 * may know of the person and the brand. Nothing leaves this process.
 */
export async function isGuessable(password: string, own: readonly string[]): Promise<boolean> {
  estimator ??= createEstimator()
  const { check } = await estimator
  const { score, sequence } = check(password.slice(0, judgedLength), own.flatMap(wordsIn))
  const isOwn = sequence.some((part: MatchExtended) => part.dictionaryName === "userInputs")
  return score < (isOwn ? leastScoreOfOwnWords : leastScore)
}

/**
 * "Harbor Mutual" is guessed as a whole and by its words. The domain of an email address is shared
 * by many people.
 */
function wordsIn(text: string): string[] {
  const [name = ""] = text.split("@")
  const words = name.split(/[^\p{L}\p{N}]+/u)
  return [name, ...words].filter((word) => word.length >= shortestWord)
}

/** On first use: the lists take a fifth of a second and 60 MB, which a server at rest does not need. */
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
  return { check: (password, own) => factory.check(password, own) }
}

import { fleschKincaid } from "flesch-kincaid"
import { syllable } from "syllable"

/** The most words in a sentence of a screen or an email. */
const mostWords = 25
/** A school grade of the United States. */
const highestGrade = 8
/** Fewer graded words than this do not allow a grade. */
const fewestWords = 40

/**
 * The problems that make these blocks of text hard to read: a sentence that is too long, or the
 * Flesch-Kincaid grade of all sentences. Ignores labels.
 */
export function readingProblems(blocks: readonly string[]): string[] {
  const sentences = blocks.flatMap(sentencesOf)
  const long = sentences.filter((one) => wordsOf(one).length > mostWords)
  const words = sentences.flatMap(gradedWordsOf)
  const grade = fleschKincaid({
    sentence: sentences.length,
    word: words.length,
    syllable: words.reduce((sum, word) => sum + Math.max(1, syllable(word)), 0),
  })
  const isHard = words.length >= fewestWords && grade > highestGrade
  return [
    ...long.map((one) => `${wordsOf(one).length} words: ${one}`),
    ...(isHard ? [`grade ${grade.toFixed(1)}: ${sentences.join(" | ")}`] : []),
  ]
}

/** The blocks with a numeric date, which belongs in form fields and files. */
export function datesInFigures(blocks: readonly string[]): string[] {
  return blocks.filter((one) => /\b\d\d\/\d\d\/\d{4}\b/.test(one))
}

const segmenter = new Intl.Segmenter("en-US", { granularity: "sentence" })

/** The sentences in a block, recognized by their end. */
function sentencesOf(block: string): string[] {
  const text = block.replaceAll(/\s+/g, " ").trim()
  return [...segmenter.segment(text)]
    .map(({ segment }) => segment.trim())
    .filter((one) => /[.?!:]["”)]?$/.test(one))
}

/** A name of several words. */
const longName = /\p{Lu}[\p{L}\d'’-]*(?: \p{Lu}[\p{L}\d'’-]*)+/gu
const listedName = new RegExp(`(?<=, (?:and )?)${longName.source}|${longName.source}(?=, )`, "gu")

/**
 * Every word and every number. In a list, which is as long as the person's data, a name counts as
 * one word.
 */
function wordsOf(sentence: string): string[] {
  const parts = sentence.replaceAll(listedName, "Name").match(/\S+/g) ?? []
  return parts.filter((part) => /[\p{L}\d]/u.test(part))
}

/**
 * The words that the grade counts: a long name counts as one syllable, and numbers and email
 * addresses do not count. They come from data, so no shorter word can replace them.
 */
function gradedWordsOf(sentence: string): string[] {
  const words = wordsOf(sentence.replaceAll(longName, "Name"))
  return words.filter((word) => /\p{L}/u.test(word) && !word.includes("@"))
}

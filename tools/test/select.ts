import { existsSync, statSync } from "node:fs"
import { relative } from "node:path"
import { UsageError } from "#server/config/command-line.ts"
import { testsOfChange } from "./changed.ts"
import { allTestFiles, type TestFile } from "./files.ts"
import { readImportGraph } from "./import-graph.ts"
import type { Engine, TestOptions } from "./node-tests.ts"

export const parts = ["lint", "unit", "integration", "e2e"] as const
export type Part = (typeof parts)[number]

export interface Selection {
  /** The parts that run as a whole, so that the number of their tests is checked. */
  whole: readonly Part[]
  files: TestFile[]
  options: TestOptions
  engine?: Engine
}

interface Options {
  changed: boolean
  name?: string | undefined
  repeat?: string | undefined
  engine?: string | undefined
  shuffle?: boolean | undefined
  seed?: string | undefined
  limit?: string | undefined
}

/** The default limit of a test: far above what a busy machine needs. */
const limitSeconds = 300

const partOf = { unit: "unit", database: "integration", browser: "e2e" } as const

/** Errors: `UsageError` when a word matches no test or the options do not fit together. */
export function select(words: readonly string[], options: Options): Selection {
  const { changed, name, engine } = options
  if (engine !== undefined && !isEngine(engine)) {
    throw new UsageError(`There is no engine "${engine}": PGlite and PostgreSQL are known.`)
  }
  const repeat = numberOf("--repeat", options.repeat, 10_000)
  const seed = numberOf("--seed", options.seed, 2 ** 32 - 1)
  const limit = numberOf("--limit", options.limit, 86_400) ?? limitSeconds
  if (name !== undefined) checkPattern(name)
  if (changed && words.length > 0) throw new UsageError("--changed takes no words.")
  const all = allTestFiles()
  const isEverything = !changed && words.length === 0
  const whole = isEverything ? parts : parts.filter((part) => words.includes(part))
  const files = changed ? filesOfChange(all) : filesOf(words, whole, all)
  const isShuffled = options.shuffle === true || seed !== undefined
  return {
    whole: name === undefined && engine === undefined ? whole : [],
    files,
    ...(engine !== undefined && { engine }),
    options: {
      limitMs: limit * 1_000,
      ...(name !== undefined && { namePattern: name }),
      ...(repeat !== undefined && { repeat }),
      ...(isShuffled && { shuffleSeed: seed ?? Math.floor(Math.random() * 1_000_000) }),
    },
  }
}

function numberOf(option: string, typed: string | undefined, most: number): number | undefined {
  if (typed === undefined) return undefined
  const number = /^\d{1,10}$/.test(typed) ? Number(typed) : 0
  if (number < 1 || number > most) {
    throw new UsageError(`${option} needs a whole number from 1 to ${most}, not "${typed}".`)
  }
  return number
}

function checkPattern(name: string): void {
  try {
    new RegExp(name)
  } catch (error) {
    throw new UsageError(`--name needs a regular expression: ${(error as Error).message}.`, {
      cause: error,
    })
  }
}

function filesOfChange(all: readonly TestFile[]): TestFile[] {
  const { files, reasons } = testsOfChange(all.filter(({ isProofOnly }) => !isProofOnly))
  console.log(`${files.length} of ${all.length} test files: ${reasons.join(", ")}.`)
  return files
}

function filesOf(words: readonly string[], whole: readonly Part[], all: TestFile[]): TestFile[] {
  const named = words.filter((word) => !parts.some((part) => part === word))
  const chosen = new Set(
    all.filter((file) => !file.isProofOnly && whole.includes(partOf[file.kind])),
  )
  for (const word of named) {
    const found = word === "" ? [] : filesNamed(relative(".", word), all)
    if (found.length === 0) throw new UsageError(`There is no part and no test "${word}".`)
    for (const file of found) chosen.add(file)
  }
  return [...chosen]
}

/**
 * The named test file; for another file, the tests that use it; otherwise the tests whose path
 * contains the word.
 */
function filesNamed(word: string, all: readonly TestFile[]): TestFile[] {
  const exact = all.filter(({ path }) => path === word)
  if (exact.length > 0) return exact
  if (existsSync(word) && statSync(word).isFile()) {
    const affected = readImportGraph().affectedBy([word])
    return all.filter(({ path }) => affected.has(path))
  }
  return all.filter(({ path }) => path.includes(word))
}

function isEngine(name: string): name is Engine {
  return name === "PGlite" || name === "PostgreSQL"
}

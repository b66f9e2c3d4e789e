import { counted } from "#platform/text/words.ts"

/** One problem in a folder, with its place and reason. */
export interface Problem {
  /** Relative to the loaded folder. */
  file: string
  /** Counted from 1. */
  line: number
  reason: string
}

/** The folder cannot be loaded. Nothing was loaded. */
export class LoadRefused extends Error {
  override name = "LoadRefused"
  problems: Problem[]

  constructor(problems: Problem[]) {
    const lines = problems.map(({ file, line, reason }) => `${file}:${line}  ${reason}`)
    super(lines.join("\n"))
    this.problems = problems
  }
}

/** One screenful of problems. */
const mostProblems = 50

/** The problems of a folder, one a line; `done` says what did not happen. */
export function problemsInLines({ message }: LoadRefused, done: string): string {
  const lines = message.split("\n")
  const sum = `Nothing was ${done}. Please correct ${counted(lines.length, "problem")}.`
  return [...listedProblems(lines, mostProblems), sum].join("\n")
}

/**
 * The lines of problems in order, at most `most`, and the number of the others. A repeated mistake
 * does not hide another one: as many different ones as possible are listed first.
 */
export function listedProblems(lines: readonly string[], most: number): string[] {
  if (lines.length <= most) return [...lines]
  const seen = new Map<string, number>()
  const ranked = lines.map((line, place) => {
    const alike = mistakeIn(line)
    const times = seen.get(alike) ?? 0
    seen.set(alike, times + 1)
    return { place, times }
  })
  const chosen = ranked
    .toSorted((one, other) => one.times - other.times || one.place - other.place)
    .slice(0, most)
    .toSorted((one, other) => one.place - other.place)
  return [...chosen.map(({ place }) => lines[place] ?? ""), `… and ${lines.length - most} more`]
}

/** The problem without its line, numbers and quoted values. */
function mistakeIn(line: string): string {
  return line.replaceAll(/"[^"]*"|\d+/g, "")
}

/** One problem in a folder: its place and reason. */
export interface Problem {
  /** Relative to the loaded folder. */
  file: string
  /** Counted from 1. */
  line: number
  reason: string
}

/** The folder cannot be loaded; nothing was. */
export class LoadRefused extends Error {
  override name = "LoadRefused"
  problems: Problem[]

  constructor(problems: Problem[]) {
    const lines = problems.map(({ file, line, reason }) => `${file}:${line}  ${reason}`)
    super(lines.join("\n"))
    this.problems = problems
  }
}

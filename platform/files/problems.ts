/** One thing that is wrong in a folder, where it stands and why. */
export interface Problem {
  /** Relative to the folder that is loaded. */
  file: string
  /** Counted from 1. */
  line: number
  reason: string
}

/** The folder cannot be loaded, and nothing was. */
export class LoadRefused extends Error {
  override name = "LoadRefused"
  problems: Problem[]

  constructor(problems: Problem[]) {
    const lines = problems.map(({ file, line, reason }) => `${file}:${line}  ${reason}`)
    super(lines.join("\n"))
    this.problems = problems
  }
}

/** One finding about a deployment, in one line. */
export interface CheckOutcome {
  /**
   * A problem prevents the portal from serving correctly; a warning is for the operator to judge.
   */
  level: "good" | "warning" | "problem"
  /** The setting or part concerned, such as "SMTP_URL". */
  about: string
  text: string
}

export function good(about: string, text: string): CheckOutcome {
  return { level: "good", about, text }
}

export function warning(about: string, text: string): CheckOutcome {
  return { level: "warning", about, text }
}

export function problem(about: string, text: string): CheckOutcome {
  return { level: "problem", about, text }
}

/** The reason of a failure for the operator: from nested errors, the one that contains it. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return message || code || "no reason given"
}

const marks = { good: "ok     ", warning: "warning", problem: "PROBLEM" } as const

export function checkReportOf(outcomes: readonly CheckOutcome[]): string {
  const width = Math.max(...outcomes.map(({ about }) => about.length))
  const lines = outcomes.map(
    ({ level, about, text }) => `${marks[level]}  ${about.padEnd(width)}  ${text}`,
  )
  const count = (level: CheckOutcome["level"]) =>
    outcomes.filter((one) => one.level === level).length
  const [problems, warnings] = [count("problem"), count("warning")]
  const found = `${problems} problem${problems === 1 ? "" : "s"}, ${warnings} warning${warnings === 1 ? "" : "s"}`
  return `${lines.join("\n")}\n\n${problems === 0 ? "Ready to serve" : "Not ready to serve"}: ${found}.`
}

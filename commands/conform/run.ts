import { portOver } from "#ports/policy-admin/http/port-over.ts"
import { type Check, ConformFinding, NotApplicable, type Trial } from "./check.ts"
import type { TestPerson } from "./people-file.ts"
import type { Exchange, Server } from "./server.ts"

export interface Result {
  group: string
  name: string
  outcome: "holds" | "finding" | "notRun"
  seconds: number
  /** The reason why a check did not run. */
  reason?: string
  /** The expected value of a finding. */
  expected?: string
  came?: string
  /** The last requests before the finding, with their answers, oldest first. */
  sent?: string[]
  /** Why a change could not be undone. */
  notUndone?: string
}

export interface Run {
  server: Server
  people: readonly TestPerson[]
  /** Whether to run checks that change something, too. */
  mayWrite: boolean
  checks: readonly Check[]
  now?: Date
  /** Ends the run after the current check has undone its changes. */
  signal?: AbortSignal
}

/** Whether so many checks did not run that their silence means little: more than one in ten. */
export function lacksMany(results: readonly Result[]): boolean {
  return results.filter(({ outcome }) => outcome === "notRun").length * 10 > results.length
}

/** Runs the checks one after the other. Never throws because of the server. */
export async function runChecks({ checks, signal, ...run }: Run): Promise<Result[]> {
  const results: Result[] = []
  for (const check of checks) {
    if (signal?.aborted) break
    results.push(await runCheck(check, run))
  }
  return results
}

/** The changes that the checks will make, one line for each, with its person. */
export async function announcements(run: Run): Promise<string[]> {
  const trial = trialOf(run, [])
  const lines: string[] = []
  for (const { writes } of run.checks) {
    if (!writes) continue
    try {
      lines.push(`${await writes.on(trial)}: ${writes.what}`)
    } catch (error) {
      // The check itself reports its findings, and why it does not run.
      if (!(error instanceof NotApplicable || error instanceof ConformFinding)) throw error
    }
  }
  return [...new Set(lines)]
}

type Undo = (() => Promise<unknown>)[]

export function trialOf(
  { server, people, now = new Date() }: Omit<Run, "checks">,
  undo: Undo,
): Trial {
  return {
    server,
    policyAdmin: portOver(server.ask),
    people,
    today: now.toISOString().slice(0, 10),
    undo: (step) => undo.push(step),
  }
}

async function runCheck(check: Check, run: Omit<Run, "checks">): Promise<Result> {
  const { name, group } = check
  const since = performance.now()
  const secondsPassed = () => Math.round(performance.now() - since) / 1000
  if (check.writes && !run.mayWrite) {
    return { group, name, outcome: "notRun", seconds: 0, reason: "changes data; add --write" }
  }
  const undo: Undo = []
  run.server.exchanges()
  const outcome = await outcomeOf(check, trialOf(run, undo), run.server)
  const notUndone = await undoAll(undo)
  const result = { group, name, ...outcome, seconds: secondsPassed() }
  return notUndone === undefined ? result : { ...result, notUndone }
}

async function outcomeOf(check: Check, trial: Trial, server: Server) {
  try {
    await check.run(trial)
    return { outcome: "holds" } as const
  } catch (error) {
    if (error instanceof NotApplicable) {
      return { outcome: "notRun", reason: error.message } as const
    }
    const { expected, came } =
      error instanceof ConformFinding
        ? error
        : { expected: "an answer that can be used", came: (error as Error).message }
    const sent = server.exchanges().slice(-2).map(exchangeInWords)
    return { outcome: "finding", expected, came, sent } as const
  }
}

/** Undoes as much as possible. Returns why the first failed step failed. */
async function undoAll(steps: Undo): Promise<string | undefined> {
  const failures: string[] = []
  for (const step of steps.toReversed()) {
    await step().catch((error: Error) => failures.push(error.message))
  }
  return failures[0]
}

function exchangeInWords({ method, path, body, status, text }: Exchange): string {
  const sent = body === undefined ? "" : ` ${cut(body)}`
  return `${method} ${path}${sent} → ${status}${text === "" ? "" : ` ${cut(text)}`}`
}

function cut(text: string): string {
  return text.length > 400 ? `${text.slice(0, 400)} …` : text
}

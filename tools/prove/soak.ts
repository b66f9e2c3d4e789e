import { setTimeout as wait } from "node:timers/promises"
import { createEmailReader } from "#testing/mail-reader.ts"
import { createRandom, type Random } from "#testing/random.ts"
import { type Portal, startPortal } from "#tools/bench/portal.ts"
import { residentMegabytes } from "#tools/bench/processes.ts"
import { median } from "#tools/bench/report.ts"
import { startMailbox } from "#tools/mailbox/mailbox.ts"
import type { Part } from "./part.ts"
import { addPeopleWhoSignIn } from "./soak/people.ts"
import { createVisitor, type Visitor } from "./soak/visitor.ts"

const people = 200
/** The most resident memory of the server under this load. */
const mostMegabytes = 250
const sampleMs = 1_000
/**
 * The number of screens that a person opens before they sign out and in again: eight minutes, so
 * that no one requests more codes than an hour allows. The first visits end early, at different
 * times.
 */
const screensOfVisit = 200

/** Seconds. By default a call that waits five seconds for a connection gets 503. */
const patience = { DATABASE_CONNECT_TIMEOUT: "120", DATABASE_STATEMENT_TIMEOUT: "120" }

interface Size {
  minutes: number
  /** Minutes before the comparison begins, in which code is compiled and caches are filled. */
  warmUp: number
  /** The most MB by which the second half after that may exceed the first. */
  margin: number
}
const full: Size = { minutes: 60, warmUp: 10, margin: 15 }
const change: Size = { minutes: 12, warmUp: 4, margin: 20 }
const small: Size = { minutes: 2, warmUp: 1, margin: 25 }

/**
 * The memory of a server on PostgreSQL while 200 people sign in, open screens with pauses of a few
 * seconds, and sign out. The result does not depend on the machine's speed: a slow machine serves
 * fewer screens.
 */
export const soak: Part = async (run) => {
  const size = { small, change, full }[run.size]
  await using stack = new AsyncDisposableStack()
  const mailbox = await startMailbox({ httpPort: 0 })
  stack.defer(() => mailbox.close())
  const portal = stack.use(
    await startPortal({
      smtpUrl: mailbox.smtpUrl,
      // A machine that stalls for seconds serves fewer screens; it must not refuse them.
      env: { TRUST_PROXY: "1", ...patience },
      fill: (database, passwords) => addPeopleWhoSignIn(database, passwords, people),
    }),
  )
  run.log(`idle: ${residentMegabytes(portal.process).toFixed(0)} MB`)
  const { readCode } = createEmailReader(mailbox)
  const random = createRandom(run.seed)
  const ending = new AbortController()
  const load = createLoad(random, ending.signal)
  const visits = Promise.all(
    Array.from({ length: people }, (_, payer) =>
      load.visit(createVisitor({ port: portal.port, payer, readCode })),
    ),
  )
  const minutes = await measured(portal, size.minutes, (minute, samples) =>
    run.log(
      `minute ${minute}: ${median(samples).toFixed(0)} MB (${rangeOf(samples)}); ${load.said()}`,
    ),
  )
  ending.abort()
  await visits
  return [...wrongWith(minutes, size, run.log), ...load.wrong()]
}

/** Samples of resident memory for each minute. */
async function measured(
  { process }: Portal,
  count: number,
  log: (minute: number, samples: number[]) => void,
): Promise<number[][]> {
  const minutes: number[][] = []
  for (let minute = 1; minute <= count; minute += 1) {
    const samples: number[] = []
    for (let sample = 0; sample < 60_000 / sampleMs; sample += 1) {
      await wait(sampleMs)
      samples.push(residentMegabytes(process))
    }
    minutes.push(samples)
    log(minute, samples)
  }
  return minutes
}

function wrongWith(
  minutes: readonly number[][],
  { warmUp, margin }: Size,
  log: (line: string) => void,
): string[] {
  const samples = minutes.slice(warmUp).flat()
  const middle = Math.floor(samples.length / 2)
  const [first, second] = [median(samples.slice(0, middle)), median(samples.slice(middle))]
  log(
    `after ${minutes.length} minutes: ${second.toFixed(0)} MB (at most ${mostMegabytes}); ${(second - first).toFixed(0)} MB above the first half (at most ${margin})`,
  )
  return [
    ...(second > mostMegabytes ? [`${second.toFixed(0)} MB, more than ${mostMegabytes}`] : []),
    ...(second - first > margin ? [`grew by ${(second - first).toFixed(0)} MB`] : []),
  ]
}

function rangeOf(samples: readonly number[]): string {
  return `${Math.min(...samples).toFixed(0)} to ${Math.max(...samples).toFixed(0)}`
}

/** The visits of all people together, until `ending`. */
function createLoad(random: Random, ending: AbortSignal) {
  const failures = new Map<string, number>()
  let signIns = 0
  let screens = 0

  /**
   * Returns false for a failed step. A busy server may answer "try again"; every other failure is a
   * finding.
   */
  async function worked(step: () => Promise<unknown>): Promise<boolean> {
    try {
      await step()
      return true
    } catch (error) {
      const { message } = error as Error
      if (!ending.aborted && !message.includes("server.busy")) {
        failures.set(message, (failures.get(message) ?? 0) + 1)
      }
      return false
    }
  }

  async function pause(): Promise<void> {
    await wait(500 + random.below(4_000), undefined, { signal: ending }).catch(() => {})
  }

  return {
    async visit({ signIn, signOut, screens: each }: Visitor): Promise<void> {
      let opened = random.below(screensOfVisit)
      while (!ending.aborted) {
        if (!(await worked(signIn))) {
          await pause()
          continue
        }
        signIns += 1
        for (; opened < screensOfVisit && !ending.aborted; opened += 1) {
          await pause()
          if (await worked(random.pick(each))) screens += 1
        }
        await worked(signOut)
        opened = 0
      }
    },
    said: () => `${signIns} sign-ins, ${screens} screens`,
    wrong: () => [...failures].map(([message, times]) => `${times} × ${message}`),
  }
}

import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { createEmailReader } from "#testing/mail-reader.ts"
import { startMailbox } from "../mailbox/mailbox.ts"
import { addPeopleWhoSignIn } from "../prove/soak/people.ts"
import { createVisitor } from "../prove/soak/visitor.ts"
import { startPortal } from "./portal.ts"
import { startScript } from "./processes.ts"
import { type Finding, median, quantile } from "./report.ts"
import type { Order } from "./timed-calls.ts"

const people = 200
const rounds = 5
const quietMs = 5_000
const most = 3

/**
 * Measures the dashboard of one person while 200 others sign in at once, compared with an idle
 * server. Idle and rush alternate, so that other load on the machine affects both. Separate
 * processes sign in and measure.
 */
export async function signInRush(): Promise<Finding[]> {
  await using stack = new AsyncDisposableStack()
  const mailbox = await startMailbox({ httpPort: 0 })
  stack.defer(() => mailbox.close())
  const portal = stack.use(
    await startPortal({
      smtpUrl: mailbox.smtpUrl,
      env: { TRUST_PROXY: "1" },
      fill: (database, passwords) => addPeopleWhoSignIn(database, passwords, people + 1),
    }),
  )
  const { readCode } = createEmailReader(mailbox)
  const visitor = createVisitor({ port: portal.port, payer: people, readCode })
  await visitor.signIn()
  const dashboard = visitor.dashboardCall()
  // The emails of the sign-ins arrive in this process, so another one measures.
  const caller = fork(join(import.meta.dirname, "timed-calls.ts"), { execArgv: [] })
  stack.defer(() => caller.disconnect())
  caller.send({ port: portal.port, call: dashboard } satisfies Order)
  const times = async () => {
    caller.send("take")
    const [taken] = (await once(caller, "message")) as [number[]]
    return taken
  }
  await wait(quietMs)

  const quiet: number[] = []
  const rush: number[] = []
  const seconds: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await times()
    await wait(quietMs)
    quiet.push(p99(await times()))
    const start = performance.now()
    const signIns = startScript("tools/bench/sign-in-sender.ts", {}, [
      String(portal.port),
      String(people),
    ])
    const [code] = await once(signIns, "exit")
    if (code !== 0) throw new Error("The sign-ins failed.")
    seconds.push((performance.now() - start) / 1000)
    rush.push(p99(await times()))
  }
  const ratios = rush.map((one, round) => one / (quiet[round] ?? Number.NaN))
  return [
    {
      what: `Dashboard, p99 while ${people} people sign in at once, as a multiple of the quiet p99`,
      value: median(ratios).toFixed(1),
      bound: `at most ${most.toFixed(1)}; ${rounds} rounds, ${range(ratios, 1)}; quiet ${range(quiet, 1)} ms, rush ${range(rush, 1)} ms`,
      missed: median(ratios) > most,
    },
    {
      what: `${people} sign-ins at once, until the last password is checked`,
      value: `${median(seconds).toFixed(1)} s`,
      bound: `${rounds} rounds, ${range(seconds, 1)}`,
    },
  ]
}

function p99(times: readonly number[]): number {
  return quantile(times, 0.99)
}

function range(values: readonly number[], digits: number): string {
  return `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`
}

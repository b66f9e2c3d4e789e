import { setTimeout as sleep } from "node:timers/promises"
import { createEmailReader } from "#testing/mail-reader.ts"
import type { Random } from "#testing/random.ts"
import { sendHttp } from "#testing/send-http.ts"
import type { Mailbox } from "#tools/mailbox/mailbox.ts"
import { createVisitor } from "../soak/visitor.ts"
import { host } from "../world/names.ts"
import { createPayers, type Intention, planPayments } from "../world/payers.ts"
import type { Session } from "../world/sessions.ts"

/** Seconds. The longest time until a payment has a result. */
const decideSeconds = 60

interface People {
  port: number
  sessions: Session[]
  mailbox: Mailbox
  random: Random
  accounts: number
  products: number
  /** How many of the people sign in; without it, all of them. */
  visitors?: number
  /** The number of payments left for `submit`. */
  spare?: number
}

/**
 * Simulates people who pay, sign in, open every screen and load pages with their files, until
 * `finish`.
 */
export function startWork(people: People) {
  const { port, sessions, mailbox, random, accounts, spare = 0 } = people
  const payers = createPayers({ ports: [port], sessions }, random)
  const { readCode } = createEmailReader(mailbox)
  const waiting = planPayments(people)
  const intentions: Intention[] = []
  const wrong: string[] = []
  const counts = { signedIn: 0, screens: 0, files: 0 }
  let isOver = false

  async function submit(): Promise<Intention> {
    const intention = waiting.shift()
    if (intention === undefined) throw new Error("Everything is paid.")
    intentions.push(intention)
    await payers.submit(intention)
    return intention
  }

  async function pay(): Promise<void> {
    const intention = await submit()
    if (intention.told === "unknown") await payers.pay(intention, decideSeconds)
  }

  async function visit(payer: number): Promise<void> {
    const visitor = createVisitor({ port, payer, readCode })
    await visitor.signIn()
    counts.signedIn += 1
    for (const open of visitor.screens) {
      await open()
      counts.screens += 1
    }
    await visitor.signOut()
  }

  const until = async (work: () => Promise<unknown>, pauseMs: number) => {
    while (!isOver) {
      await work().catch((error: Error) => wrong.push(error.message))
      await sleep(pauseMs + random.below(pauseMs))
    }
  }
  let visitors = 0
  const working = [
    ...[1, 2].map(() =>
      until(async () => {
        if (waiting.length > spare) await pay()
      }, 300),
    ),
    until(async () => {
      // Each person signs in once, because a second code would have to wait.
      if (visitors < (people.visitors ?? accounts)) await visit(visitors++)
    }, 200),
    until(async () => {
      counts.files += (await filesOfPage(port)).length
    }, 300),
  ]

  return {
    intentions,
    wrong,
    counts,
    /** Sends one more payment, once. */
    submit,
    async finish(): Promise<void> {
      isOver = true
      await Promise.all(working)
    },
    /** Ends the work of a proof that failed. */
    [Symbol.dispose](): void {
      isOver = true
    },
  }
}

/** Loads the login page and every file that it names. Returns their paths. */
export async function filesOfPage(port: number): Promise<string[]> {
  const get = (path: string) => sendHttp(port, host, { method: "GET", path, headers: {} })
  const page = await get("/")
  const paths = [...new Set(page.text.match(/\/assets\/[\w.-]+\.(?:js|css)/g))]
  await Promise.all(paths.map(get))
  return paths
}

import { setTimeout as sleep } from "node:timers/promises"
import { createTestBrowser, payloadOf, type TestBrowser } from "#testing/browser.ts"
import { createEmailReader } from "#testing/mail-reader.ts"
import { client, host } from "./names.ts"
import type { World } from "./world.ts"

const askAgainMs = 200

/** People who sign in one after another with an emailed code, and checks of their sessions. */
export function createSignIns(
  world: World,
  ports: readonly number[],
  random: { below(limit: number): number },
  password: string,
) {
  const { readCode } = createEmailReader(world.mailbox)
  /** Sessions that were acknowledged and not checked yet. */
  let fresh: TestBrowser[] = []
  let acknowledged = 0
  let failed = 0

  /** Errors: none. A sign-in that an outage interrupts is not acknowledged. */
  async function signIn(payer: number): Promise<void> {
    const port = ports[random.below(ports.length)]
    if (port === undefined) return await sleep(askAgainMs)
    const browser = createTestBrowser(port, readCode)
    // Each person has a separate address.
    const address = [10, random.below(250), random.below(250), random.below(250)].join(".")
    const headers = { "x-forwarded-for": address }
    const username = `payer${payer}`
    const emailAddress = `ines.varga.${payer}@example.com`
    const payload = payloadOf({ username, password, client, emailAddress })
    try {
      const login = await answered(() =>
        browser.call(host, "POST /appauth/login", payload, { headers }),
      )
      if (login.status !== 200) throw new Error("refused")
      const passCode = await readCode(emailAddress)
      const body = { ...payload, passCode }
      const answer = await answered(() =>
        browser.call(host, "POST /appauth/passcode/verification", body, { headers }),
      )
      const token = answer.status === 200 ? answer.reply.access_token : undefined
      if (token === undefined) throw new Error("refused")
      browser.tokens.set(host, token)
      fresh.push(browser)
      acknowledged += 1
    } catch {
      failed += 1
      await sleep(askAgainMs)
    }
  }

  /** Uses each session that was acknowledged since the last call; returns how many are lost. */
  async function lost(): Promise<number> {
    const looked = fresh
    fresh = []
    let gone = 0
    for (const browser of looked) {
      const call = () => browser.call(host, "POST /appauth/session/extend", {})
      if ((await answered(call)).status !== 200) gone += 1
    }
    return gone
  }

  return { signIn, lost, acknowledged: () => acknowledged, failed: () => failed }
}

/** Repeats a call, as a person does, while there is no answer or the answer says to try again. */
async function answered<Given extends { status: number }>(call: () => Promise<Given>) {
  for (;;) {
    const answer = await call().catch(() => undefined)
    if (answer && answer.status < 500) return answer
    await sleep(askAgainMs)
  }
}

import { setTimeout as sleep } from "node:timers/promises"
import { authenticatorCode } from "#testing/authenticator.ts"
import { createTestBrowser, payloadOf, type TestBrowser } from "#testing/browser.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { createEmailReader } from "#testing/mail-reader.ts"
import type { Random } from "#testing/random.ts"
import type { Books } from "./compare.ts"
import { client, host, supportHost } from "./names.ts"

const askAgainMs = 200

/** People who sign in one after another with an emailed code, and checks of their sessions. */
export function createSignIns(
  { mailbox, people }: Pick<Books, "mailbox" | "people">,
  ports: readonly number[],
  random: Pick<Random, "below">,
) {
  const { readCode } = createEmailReader(mailbox)
  /** Acknowledged sessions that are not checked yet. */
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
    const { password = "" } = people
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

/** Repeats a call, as a person does, while there is no answer or the answer asks to try again. */
async function answered<Given extends { status: number }>(call: () => Promise<Given>) {
  for (;;) {
    const answer = await call().catch(() => undefined)
    if (answer && answer.status < 500) return answer
    await sleep(askAgainMs)
  }
}

/** A staff member of the demo who needs an authenticator app. */
const staffMember = "agent.osei"
const stepMs = 30_000

/** Sets up the staff member's authenticator app. Returns its secret, and the last used step. */
export async function enrolStaff(port: number): Promise<{ secret: string; usedStep: number }> {
  const browser = await withPassword(port)
  const enrol = await browser.call(supportHost, "POST /appauth/secondFactor/enrol", {})
  const { secret } = enrol.reply
  const usedStep = stepNow()
  const answer = await browser.call(supportHost, "POST /appauth/secondFactor", {
    code: authenticatorCode(secret, usedStep * stepMs),
  })
  if (answer.status !== 200) throw new Error(`The app was refused: ${answer.text}`)
  return { secret, usedStep }
}

/** Whether the password and a code of the same app sign the staff member in. Sets `usedStep`. */
export async function signInStaff(
  port: number,
  staff: { secret: string; usedStep: number },
): Promise<boolean> {
  const browser = await withPassword(port)
  // Each code works only once.
  staff.usedStep = Math.max(stepNow(), staff.usedStep + 1)
  const answer = await browser.call(supportHost, "POST /appauth/secondFactor", {
    code: authenticatorCode(staff.secret, staff.usedStep * stepMs),
  })
  return answer.status === 200 && answer.reply.access_token !== undefined
}

function stepNow(): number {
  return Math.floor(Date.now() / stepMs)
}

async function withPassword(port: number) {
  const browser = createTestBrowser(port, async () => "")
  const person = { ...demoPerson("agent.kim"), username: staffMember }
  const login = await browser.call(supportHost, "POST /appauth/login", {
    ...payloadOf(person),
    client: "support",
    isCustomerUser: false,
  })
  if (login.status !== 200) throw new Error(`The password was refused: ${login.text}`)
  return browser
}

import { authenticatorCode } from "#testing/authenticator.ts"
import { createTestBrowser, payloadOf } from "#testing/browser.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { supportHost } from "../names.ts"

/** A staff member of the demo who needs an authenticator app. */
const username = "agent.osei"
const stepMs = 30_000

/** Sets up the app of the staff member. Returns its secret, and the last step that was used. */
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
  // A code counts once.
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
  const person = { ...demoPerson("agent.kim"), username }
  const login = await browser.call(supportHost, "POST /appauth/login", {
    ...payloadOf(person),
    client: "support",
    isCustomerUser: false,
  })
  if (login.status !== 200) throw new Error(`The password was refused: ${login.text}`)
  return browser
}

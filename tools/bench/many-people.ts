import { randomInt } from "node:crypto"
import { createTestBrowser } from "#testing/browser.ts"
import { customerOf } from "#testing/customer.ts"
import { createEmailReader, type EmailReader } from "#testing/mail-reader.ts"
import { addManyPeople, openToAllStaff, readOutBy } from "#testing/many-people.store.ts"
import { supportHost } from "#testing/staff.ts"
import { startMailbox } from "../mailbox/mailbox.ts"
import { startPortal } from "./portal.ts"
import { type Finding, median } from "./report.ts"

const few = 1_000
/** The number of rounds after the warm-up round. */
const rounds = 5
/**
 * All rounds together stay below the rate limits: a staff member's searches in an hour and an
 * address's calls in ten minutes.
 */
const callsARound = 23

const agents = ["agent.kim", "agent.moreau", "agent.osei"]
const searchTypes = [
  "policyNumber",
  "accountNumber",
  "username",
  "paymentConfirmationNumber",
] as const
type Measured = (typeof searchTypes)[number] | "dashboard"
type Ask = (what: Measured) => Promise<void>

/**
 * Compares the speed with this many people and with a thousand: staff searches, each for a
 * different person, and a customer's dashboard. A finding below `leastRatio` is missed.
 */
export async function manyPeople(many = 1_000_000, leastRatio = 0.8): Promise<Finding[]> {
  await using stack = new AsyncDisposableStack()
  const mailbox = await startMailbox({ httpPort: 0 })
  stack.defer(() => mailbox.close())
  const reader = createEmailReader(mailbox)
  const askAmong = async (people: number) => {
    const portal = stack.use(await portalWith(people, mailbox.smtpUrl))
    return await askerOf(portal.port, people, reader)
  }
  const askAmongFew = await askAmong(few)
  const askAmongMany = await askAmong(many)

  const measured: { what: Measured; ratio: number }[] = []
  for (let round = 0; round <= rounds; round += 1) {
    for (const what of [...searchTypes, "dashboard"] as const) {
      const ratio = await speedRatio(
        () => askAmongFew(what),
        () => askAmongMany(what),
      )
      if (round > 0) measured.push({ what, ratio })
    }
  }
  const byWhat = Map.groupBy(measured, ({ what }) => what)
  return [...byWhat].map(([what, own]) => finding(what, own, many, leastRatio))
}

async function portalWith(people: number, smtpUrl: string) {
  return await startPortal({
    smtpUrl,
    async fill(database) {
      await addManyPeople(database, people)
      await openToAllStaff(database)
    },
  })
}

/** Signs staff and a customer in at the portal on this port. */
async function askerOf(port: number, people: number, { readCode }: EmailReader): Promise<Ask> {
  const browser = () => createTestBrowser(port, readCode)
  const staff = agents.map(browser)
  for (const [index, agent] of staff.entries()) {
    await agent.signIn(supportHost, agents[index] ?? "")
  }
  const maria = await customerOf({ browser }, "maria.santos", "harbor")
  const { firstName, lastName, ...common } = maria.body
  const body = { ...common, policyHolder: { firstName, lastName } }
  let searches = 0

  return async (what) => {
    if (what === "dashboard") {
      const answer = await maria.browser.call(maria.host, "POST /myaccount-core/dashboard", body)
      expect(answer.text, maria.user.policyNumber)
      return
    }
    searches += 1
    const wanted = readOutBy(1 + randomInt(people))
    const query = { searchType: what, value: wanted[what] }
    const agent = staff[searches % staff.length]
    const key = "GET /myaccount-core/agent/clients"
    const answer = await agent?.call(supportHost, key, undefined, { query })
    expect(answer?.text ?? "", wanted.accountNumber)
  }
}

function expect(answer: string, part: string): void {
  if (!answer.includes(part)) throw new Error(`${part} is not in the answer: ${answer}`)
}

/**
 * The ratio of the median times. The two alternate, so that other load on the machine affects both.
 */
async function speedRatio(askFew: () => Promise<void>, askMany: () => Promise<void>) {
  const ofFew: number[] = []
  const ofMany: number[] = []
  for (let call = 0; call < callsARound; call += 1) {
    ofFew.push(await milliseconds(askFew))
    ofMany.push(await milliseconds(askMany))
  }
  return median(ofFew) / median(ofMany)
}

async function milliseconds(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function finding(
  what: Measured,
  measured: { ratio: number }[],
  many: number,
  leastRatio: number,
): Finding {
  const ratios = measured.map(({ ratio }) => ratio)
  const call = what === "dashboard" ? "Dashboard" : `Search by ${what}`
  const ratio = median(ratios)
  const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
  return {
    what: `${call}, ${many.toLocaleString("en-US")} people, as a part of the speed with a thousand`,
    value: ratio.toFixed(2),
    bound: `aim 1.00, at least ${leastRatio.toFixed(2)}; ${rounds} rounds, ${range}`,
    missed: ratio < leastRatio,
  }
}

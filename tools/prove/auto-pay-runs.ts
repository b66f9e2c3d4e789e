import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { type Database, openDatabase } from "#database/open.ts"
import { payerDue, payerPolicy } from "#testing/payers.ts"
import type { Random } from "#testing/random.ts"
import { countAutoPay, findAutoPayResults } from "./auto-pay.store.ts"
import { agreedSampleOf } from "./auto-pay-people.ts"
import type { World } from "./world.ts"

/**
 * Runs the billing of today in processes that are killed with SIGKILL while they announce and charge,
 * until a run reaches its end after the last kill.
 */
export async function runAutoPay(world: World, databaseUrl: string, kills: number, random: Random) {
  const database = await openDatabase({ url: databaseUrl })
  let killed = 0
  try {
    for (;;) {
      const run = fork("tools/billing-run.ts", [], {
        env: { ...process.env, ...world.settings },
        execArgv: ["--disable-warning=ExperimentalWarning"],
        stdio: "ignore",
      })
      const gone = once(run, "exit")
      if (killed < kills && (await hasWorked(database, run))) {
        await sleep(random.below(300))
        run.kill("SIGKILL")
      }
      const [code] = (await gone) as [number | null]
      if (code === null) killed += 1
      else if (code === 0) return { billingKills: killed }
    }
  } finally {
    await database.close()
  }
}

/** True as soon as the run has announced or charged something; false when it ends before. */
async function hasWorked(database: Database, run: ChildProcess): Promise<boolean> {
  const { made } = await countAutoPay(database)
  while (run.exitCode === null) {
    if ((await countAutoPay(database)).made > made) return true
    await sleep(20)
  }
  return false
}

/**
 * Waits until each charge has a result and each notice has arrived, ten minutes at most. An email
 * that a killed server was sending is sent again after two minutes.
 */
export async function untilAutoPayIsDone(world: World, databaseUrl: string, accounts: number) {
  const database = await openDatabase({ url: databaseUrl })
  try {
    for (let second = 0; second < 600; second += 1) {
      const { open } = await countAutoPay(database)
      if (open === 0 && noticesOf(world).size >= Math.floor(accounts / 2)) return
      await sleep(1_000)
    }
  } finally {
    await database.close()
  }
}

/** The ids of the emails that announce a charge, by their reader. An email may arrive twice. */
function noticesOf({ mailbox }: World): Map<string, Set<string>> {
  const notices = mailbox
    .messages()
    .filter(({ subject }) => subject.startsWith("Auto Pay will charge $42.75"))
  const byReader = Map.groupBy(notices, ({ to }) => to)
  return new Map(
    [...byReader].map(([to, mails]) => [to, new Set(mails.map(({ messageId }) => messageId))]),
  )
}

/** Each agreed charge was made once, and each other bank account was told once and not charged. */
export async function compareAutoPay(
  database: Database,
  world: World,
  { accounts, product }: { accounts: number; product: number },
): Promise<{ wrong: string[]; autoPayCharges: number; notices: number }> {
  const wrong: string[] = []
  const results = new Map(
    (await findAutoPayResults(database)).map((one) => [one.policyNumber, one]),
  )
  const notices = noticesOf(world)
  let autoPayCharges = 0
  for (let payer = 0; payer < accounts; payer += 1) {
    const policyNumber = payerPolicy(payer, product)
    const { announced = [], charges = [] } = results.get(policyNumber) ?? {}
    const confirmed = charges.filter(({ isConfirmed }) => isConfirmed)
    autoPayCharges += confirmed.length
    const isRight = confirmed.every((one) => one.cents === payerDue && one.isAnnounced)
    if (!isRight) wrong.push(`auto pay of ${policyNumber} charged what was not announced`)
    const isAgreed = payer % 2 === 0
    const expected = isAgreed && agreedSampleOf(payer) !== "poor" ? 1 : 0
    if (confirmed.length !== expected || (!isAgreed && charges.length > 0)) {
      wrong.push(`auto pay of ${policyNumber} has the charges ${JSON.stringify(charges)}`)
    }
    if (isAgreed) continue
    if (String(announced) !== `notice ${payerDue}`) {
      wrong.push(`auto pay of ${policyNumber} was announced as ${announced.join(", ")}`)
    }
    const told = notices.get(`ines.varga.${payer}@example.com`)?.size ?? 0
    if (told !== 1) wrong.push(`the payer of ${policyNumber} was told ${told} times`)
  }
  return { wrong, autoPayCharges, notices: notices.size }
}

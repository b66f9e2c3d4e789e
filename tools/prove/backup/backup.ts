import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { openLedger } from "#ports/payment-gateway/sandbox/ledger.store.ts"
import { type CommandOutcome, runCommand } from "#testing/command.ts"
import { createRandom, type Random } from "#testing/random.ts"
import { createFindings, type Part, type Run } from "../part.ts"
import { runAutoPay, untilAutoPayIsDone } from "../world/auto-pay.ts"
import { findAutoPayResults } from "../world/compare.store.ts"
import { compareBooks, untilSettled } from "../world/compare.ts"
import { createPayers, type Intention, inParallel, planPayments } from "../world/payers.ts"
import { inDatabase, onPostgres, servingUrlOf } from "../world/postgres.ts"
import { createSignIns, enrolStaff, signInStaff } from "../world/sign-ins.ts"
import { startWorld, type World } from "../world/world.ts"
import { killedBackup, killedRestores } from "./killed-restores.ts"

const password = "Harbor-drill-2026"
const products = 5
const payersAtOnce = 6
const paid = ["visa", "bank", "poor", "twice"] as const

/**
 * The disaster drill: backs up while people pay, later loses the database, restores the backup into
 * an empty one, records what the gateway was paid in the meantime, and serves again.
 */
export const backup: Part = async (run) =>
  await onPostgres(async (url) => {
    const lostUrl = await createDatabase(url, "lost")
    const folder = await mkdtemp(join(tmpdir(), "prove-backup-"))
    try {
      const people = {
        accounts: { small: 12, change: 100, full: 400 }[run.size],
        products,
        password,
        hasAutoPay: true,
      }
      await using world = await startWorld({ databaseUrl: lostUrl, servers: 2, people })
      return await drill(world, { run, url, folder })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

interface Drill {
  run: Run
  /** URL of the PostgreSQL administrator. */
  url: string
  folder: string
}

async function drill(world: World, { run, url, folder }: Drill) {
  const { size, seed, log } = run
  const { people } = world
  const random = createRandom(seed)
  const { wrong, check } = createFindings()
  const target = join(folder, "backup")
  const command = async (file: string, words: string[], settings: Settings) =>
    await runCommand(file, words, { ...world.settings, ...settings })
  const figures = ({ out, err, code }: CommandOutcome) => {
    for (const line of `${out}${err}`.split("\n")) if (line.trim()) log(line.trim())
    return code
  }

  const staff = await enrolStaff(world.ports[0] ?? 0)
  const intentions = planPayments(people, () => random.pick(paid))
  const before = intentions.splice(0, Math.ceil(intentions.length / 2))
  log(`${before.length + intentions.length} payments and auto pay of ${people.accounts} people`)
  const [made] = await Promise.all([command("backup", [target], {}), payAll(world, before, random)])
  check(figures(made) === 0, `the backup ended with ${made.code}`)
  wrong.push(...(await killedBackup(join(folder, "killed"), world.settings, random)))
  await payAll(world, intentions, random)
  await runAutoPay(world, 0, random)
  await untilAutoPayIsDone(world)
  await world.settled(60)
  const charges = await autoPayCharges(world.source)
  check(charges > 0, "auto pay charged nothing after the backup")
  const madeCharges = chargesOf(world)
  await Promise.all(world.servers.map(({ process }) => process.stop()))
  await asAdmin(url, "drop database lost with (force)")
  log(`the database is lost; the gateway made ${madeCharges} charges, ${charges} of auto pay`)

  wrong.push(
    ...(await killedRestores({
      ...{ target, random, kills: size === "small" ? 1 : 10, settings: world.settings },
      create: async (name) => await settingsOf(await createDatabase(url, name)),
    })),
  )
  const restoredUrl = await createDatabase(url, "restored")
  const onRestored = await settingsOf(restoredUrl)
  const restore = async (...words: string[]) => await command("restore", words, onRestored)
  check(figures(await restore(target)) === 0, "the restore failed")
  const audit = await command("audit", [], onRestored)
  check(audit.code === 0 && / 0 problems/.test(audit.out), `audit: ${audit.out}${audit.err}`)
  const early = await command("billing-run", [], onRestored)
  check(early.code === 1 && /was restored from a backup/.test(early.err), "billing ran too early")
  check((await restore("--release")).code === 1, "it was released before it was reconciled")
  check(figures(await restore("--reconcile")) === 0, "not everything was reconciled")
  check(chargesOf(world) === madeCharges, "reconciling made a charge")
  check((await restore("--release")).code === 0, "the restored database was not released")

  // Today's auto pay was charged before the database was lost.
  const again = await command("billing-run", [], onRestored)
  check(again.code === 0, `billing after the restore: ${again.err}`)
  check(chargesOf(world) === madeCharges, "auto pay charged twice")
  check(
    (await autoPayCharges({ url: restoredUrl })) === charges,
    "charges of auto pay are missing or more",
  )

  const { port } = await world.startServer(onRestored)
  const [session] = intentions
  if (session) check(await isLoggedOut(world, port, session), "a session of before still works")
  const signIns = createSignIns(world, [port], random)
  await signIns.signIn(0)
  check(
    signIns.acknowledged() === 1 && (await signIns.lost()) === 0,
    "a customer could not sign in",
  )
  check(await signInStaff(port, staff), "staff could not sign in with their second factor")
  await inDatabase({ url: restoredUrl }, async (database) => {
    // The server resolves payments that were in progress in the backup.
    await untilSettled(database, 180)
    const asked = { intentions: [...before, ...intentions] }
    const compared = await compareBooks(database, world, asked)
    // Notices since the backup are lost, and are sent again.
    wrong.push(...compared.wrong.filter((line) => !/ was told \d+ times$/.test(line)))
    log(`accepted: ${compared.accepted}, declined: ${compared.declined}`)
  })
  return wrong
}

async function payAll(world: World, intentions: readonly Intention[], random: Random) {
  const payers = createPayers(world, random)
  await inParallel(payersAtOnce, [...intentions], (one) => payers.pay(one))
}

async function isLoggedOut({ sessions }: World, port: number, intention: Intention) {
  const payers = createPayers({ ports: [port], sessions }, { below: () => 0 })
  const asked = { ...intention, told: "unsent" }
  await payers.ask(asked)
  return asked.told.startsWith("refused")
}

/** The number of accepted auto pay charges. */
async function autoPayCharges(source: World["source"]): Promise<number> {
  const results = await inDatabase(source, findAutoPayResults)
  return results.flatMap(({ charges }) => charges.filter(({ isConfirmed }) => isConfirmed)).length
}

function chargesOf({ ledger: file }: World): number {
  const ledger = openLedger(file)
  const { length } = ledger.charges()
  ledger.close()
  return length
}

interface Settings {
  DATABASE_URL?: string
  MIGRATE_DATABASE_URL?: string
}

/** The settings of a server and of commands on this database. */
async function settingsOf(url: string) {
  return { DATABASE_URL: await servingUrlOf(url), MIGRATE_DATABASE_URL: url }
}

/** Creates a database and returns its address. */
async function createDatabase(url: string, name: string): Promise<string> {
  await asAdmin(url, `create database ${name}`)
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(statement).finally(() => admin.end())
}

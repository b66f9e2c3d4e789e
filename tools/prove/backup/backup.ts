import { randomUUID } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { type Database, openDatabase } from "#database/open.ts"
import { openLedger } from "#ports/payment-gateway/sandbox/ledger.store.ts"
import { type CommandOutcome, runCommand } from "#testing/command.ts"
import { payerPolicy } from "#testing/payers.ts"
import { createRandom, type Random } from "#testing/random.ts"
import { freePort } from "#tools/free-port.ts"
import { findAutoPayResults } from "../auto-pay.store.ts"
import { compareAutoPay, runAutoPay, untilAutoPayIsDone } from "../auto-pay-runs.ts"
import { findOurPayments } from "../compare.store.ts"
import { comparePayments } from "../compare.ts"
import { startKillable } from "../killable.ts"
import { onPostgres, servingUrlOf } from "../on-postgres.ts"
import type { Part, Run } from "../part.ts"
import { createPayers, type Intention } from "../payer.ts"
import { createSignIns } from "../sign-ins.ts"
import { openWorld, type World } from "../world.ts"
import { killedBackup, killedRestores } from "./killed-restores.ts"
import { enrolStaff, signInStaff } from "./staff-sign-in.ts"

const password = "Harbor-drill-2026"
const products = 5
const payersAtOnce = 6
const paid = ["visa", "bank", "poor", "twice"] as const

/**
 * The drill: backs up while people pay, loses the database later, restores the backup into an empty
 * one, records what the gateway was paid meanwhile, and serves again.
 */
export const backup: Part = async (run) =>
  await onPostgres(async (url) => {
    const lostUrl = await createDatabase(url, "lost")
    const folder = await mkdtemp(join(tmpdir(), "prove-backup-"))
    const accounts = run.small ? 12 : 400
    const size = { servers: 2, accounts, products, times: 1, password, hasAutoPay: true }
    const world = await openWorld({ databaseUrl: lostUrl, ...size })
    try {
      return await drill({ run, url, lostUrl, world, folder, accounts })
    } finally {
      await world.close()
      await rm(folder, { recursive: true, force: true })
    }
  })

interface Drill {
  run: Run
  /** Of the administrator of PostgreSQL. */
  url: string
  lostUrl: string
  world: World
  folder: string
  accounts: number
}

async function drill({ run, url, lostUrl, world, folder, accounts }: Drill) {
  const { small, seed, log } = run
  const random = createRandom(seed)
  const wrong: string[] = []
  const check = (isRight: boolean, line: string) => {
    if (!isRight) wrong.push(line)
  }
  const target = join(folder, "backup")
  const command = async (file: string, words: string[], settings: Settings) =>
    await runCommand(file, words, { ...world.settings, ...settings })
  const figures = ({ out, err, code }: CommandOutcome) => {
    for (const line of `${out}${err}`.split("\n")) if (line.trim()) log(line.trim())
    return code
  }

  const staff = await enrolStaff(world.ports[0] ?? 0)
  const intentions = planned(accounts, random)
  const before = intentions.splice(0, Math.ceil(intentions.length / 2))
  log(`${before.length + intentions.length} payments and auto pay of ${accounts} people`)
  const [made] = await Promise.all([
    command("backup/backup.ts", [target], {}),
    payAll(world, before, random),
  ])
  check(figures(made) === 0, `the backup ended with ${made.code}`)
  wrong.push(...(await killedBackup(join(folder, "killed"), world.settings, random)))
  await payAll(world, intentions, random)
  await runAutoPay(world, lostUrl, 0, random)
  await untilAutoPayIsDone(world, lostUrl, accounts)
  await world.posted(60)
  const charges = await autoPayCharges(lostUrl)
  check(charges > 0, "auto pay charged nothing after the backup")
  const madeCharges = chargesOf(world)
  await Promise.all(world.servers.map(({ process }) => process.stop()))
  await asAdmin(url, "drop database lost with (force)")
  log(`the database is lost; the gateway made ${madeCharges} charges, ${charges} of auto pay`)

  wrong.push(
    ...(await killedRestores({
      ...{ target, random, kills: small ? 1 : 10, settings: world.settings },
      create: async (name) => await settingsOf(await createDatabase(url, name)),
    })),
  )
  const restoredUrl = await createDatabase(url, "restored")
  const onRestored = await settingsOf(restoredUrl)
  const restore = async (...words: string[]) =>
    await command("backup/restore.ts", words, onRestored)
  check(figures(await restore(target)) === 0, "the restore failed")
  const audit = await command("audit/audit.ts", [], onRestored)
  check(audit.code === 0 && / 0 problems/.test(audit.out), `audit: ${audit.out}${audit.err}`)
  const early = await command("billing-run.ts", [], onRestored)
  check(early.code === 1 && /was restored from a backup/.test(early.err), "billing ran too early")
  check((await restore("--release")).code === 1, "it was released before it was reconciled")
  check(figures(await restore("--reconcile")) === 0, "not everything was reconciled")
  check(chargesOf(world) === madeCharges, "reconciling made a charge")
  check((await restore("--release")).code === 0, "the restored database was not released")

  // Auto pay of today was charged before the database was lost.
  const again = await command("billing-run.ts", [], onRestored)
  check(again.code === 0, `billing after the restore: ${again.err}`)
  check(chargesOf(world) === madeCharges, "auto pay charged twice")
  check((await autoPayCharges(restoredUrl)) === charges, "charges of auto pay are missing or more")

  const port = await freePort()
  const settings = { ...world.settings, ...onRestored, PORT: String(port) }
  const server = await startKillable("tools/prove/server.ts", ["1"], settings)
  try {
    const old = { ...world, ports: [port] }
    const [session] = intentions
    if (session) check(await isLoggedOut(old, session), "a session of before still works")
    const signIns = createSignIns(world, [port], random, password)
    await signIns.signIn(0)
    check(
      signIns.acknowledged() === 1 && (await signIns.lost()) === 0,
      "a customer could not sign in",
    )
    check(await signInStaff(port, staff), "staff could not sign in with their second factor")
    const database = await openDatabase({ url: restoredUrl })
    try {
      await untilSettled(database)
      const compared = await comparePayments(database, world.ledger, [...before, ...intentions])
      const charged = await compareAutoPay(database, world, { accounts, product: products })
      // Notices since the backup are lost, and are sent again.
      const aboutMoney = charged.wrong.filter((line) => !/ was told /.test(line))
      wrong.push(...compared.wrong, ...aboutMoney)
      log(`accepted: ${compared.accepted}, declined: ${compared.declined}`)
    } finally {
      await database.close()
    }
  } finally {
    await server.stop()
  }
  return wrong
}

function planned(accounts: number, random: Random): Intention[] {
  return Array.from({ length: accounts * products }, (_, n) => {
    const payer = n % accounts
    const policyNumber = payerPolicy(payer, Math.floor(n / accounts))
    const sample = random.pick(paid)
    return {
      key: randomUUID(),
      payer,
      policyNumber,
      sample,
      told: "unsent",
      confirmationNumber: "",
    }
  })
}

async function payAll(world: World, intentions: readonly Intention[], random: Random) {
  const payers = createPayers(world, random)
  const waiting = [...intentions]
  const paying = Array.from({ length: payersAtOnce }, async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      await payers.submit(one)
      while (one.told === "unknown" || one.told === "unsent") await payers.ask(one)
    }
  })
  await Promise.all(paying)
}

async function isLoggedOut(world: World, { payer, key, policyNumber }: Intention) {
  const payers = createPayers(world, { below: () => 0 })
  const asked = { key, payer, policyNumber, sample: "visa", told: "unsent", confirmationNumber: "" }
  await payers.ask(asked)
  return asked.told.startsWith("refused")
}

/** Until the server has asked about payments that were under way in the backup, and posted all. */
async function untilSettled(database: Database): Promise<void> {
  for (let second = 0; second < 180; second += 1) {
    const payments = await findOurPayments(database)
    const isSettled = payments.every(
      ({ status, confirmationNumber, isPosted }) =>
        status !== "submitted" && status !== "unknown" && (!confirmationNumber || isPosted),
    )
    if (isSettled) return
    await sleep(1_000)
  }
}

/** Charges of auto pay that were accepted. */
async function autoPayCharges(url: string): Promise<number> {
  const database = await openDatabase({ url })
  try {
    const results = await findAutoPayResults(database)
    return results.flatMap(({ charges }) => charges.filter(({ isConfirmed }) => isConfirmed)).length
  } finally {
    await database.close()
  }
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

import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { isDeepStrictEqual } from "node:util"
import type { CheckOutcome } from "#commands/check/outcome.ts"
import { createKeyRing } from "#platform/keys/key-ring.ts"
import { type CommandOutcome, runCommand } from "#testing/command.ts"
import { createRandom } from "#testing/random.ts"
import { keySettings } from "#testing/secret-key.ts"
import { createFindings, type Part, type Run } from "../part.ts"
import { counted, more, openInstallation, seconds } from "../rolling/installation.ts"
import { startWork } from "../rolling/work.ts"
import { signInPassword } from "../soak/people.ts"
import { compareBooks } from "../world/compare.ts"
import { payerUserid } from "../world/names.ts"
import { onPostgres } from "../world/postgres.ts"
import { enrolStaff, signInStaff } from "../world/sign-ins.ts"
import { resealTwice } from "./resealing.ts"
import { countEnded, makeEmailsDue } from "./rotation.store.ts"
import { addSealedValues, readSealedValues, subject } from "./sealed-values.ts"
import { countLost, passDays, signInAndStay } from "./signed-in.ts"

const root = join(import.meta.dirname, "../../..")
const products = 5
const dueEmails = 20
/** Seconds after which an unsent email is a finding. */
const sendSeconds = 60
/** Seconds after which an unposted payment is a finding. */
const settleSeconds = 60
const newKey = () => randomBytes(32).toString("base64")
const ringOf = (key: string) => createKeyRing(Buffer.from(key, "base64"))

/**
 * Replaces both keys as docs/run/keys.md describes while people sign in, read and pay: no request
 * may fail. At the end, a server with a key that the other one does not have must be noticed.
 */
export const rotation: Part = async (run) => await onPostgres((owner) => prove(owner, run))

async function prove(owner: string, { small, seed, log }: Run) {
  const accounts = small ? 80 : 400
  const visitors = accounts - 16
  const people = { accounts, products, password: signInPassword }
  await using installation = await openInstallation(owner, people)
  const { world, database, balancer, settings, servers } = installation
  const { mailbox, sessions } = world
  const { port } = balancer
  const place = { port, mailbox }
  const values = small
    ? { emails: 2_000, imported: 500, factors: 200, tokens: 200 }
    : { emails: 30_000, imported: 20_000, factors: 1_000, tokens: 1_000 }
  const { wrong, check } = createFindings()
  const keys = async (words: string[], own: Record<string, string>) =>
    await runCommand("keys", words, { ...settings, ...own })
  const step = createSteps(log)

  // People at the end of the list: some stay signed in, some stay away, and some come at the end.
  const [early, late, away, last] = [0, 1, 2, 3].map((group) =>
    Array.from({ length: 4 }, (_, n) => accounts - 16 + group * 4 + n),
  ) as [number[], number[], number[], number[]]
  await addSealedValues(database, values)
  const migrated = await runCommand("migrate", [], { ...settings, MIGRATE_DATABASE_URL: owner })
  check(migrated.code === 0, `the migration failed: ${migrated.err}`)
  for (const _ of [1, 2]) await servers.start(root)
  step("two servers, and a database with values of every kind")

  const staff = await enrolStaff(port)
  const earlyPeople = await signInAndStay(early, place)
  const random = createRandom(seed)
  using work = startWork({ ...people, visitors, port, sessions, mailbox, random })
  await more(balancer)

  const { learned, swapped, retired, next, earlierId } = settingsOfSteps()
  let unclean = await servers.replaceAll(root, learned)
  await more(balancer)
  check((await earlyPeople.lost()) === 0, "a person is signed out after step 1")
  step("1: both servers know the next keys")

  unclean += await servers.replaceAll(root, swapped)
  await more(balancer)
  check((await earlyPeople.lost()) === 0, "a person is signed out after step 2")
  const latePeople = await signInAndStay(late, place)
  check(await signInStaff(port, staff), "staff could not sign in after step 2")
  step("2: both servers use them")

  const sealed = { id: earlierId, settings: { ...settings, ...swapped }, log }
  wrong.push(...(await resealTwice(database, sealed)))
  const read = await readSealedValues(database, next)
  check(isDeepStrictEqual(read, values), `not every value can be read: ${JSON.stringify(read)}`)
  step("3: all is sealed again")

  const id = earlierId.toString("hex")
  const listed = await keys([], swapped)
  const needed = neededIn(listed, id)
  check(listed.code === 0, `the list ended with ${listed.code}: ${listed.err}`)
  check(
    needed.some((line) => line.startsWith("passwords: ")),
    "the list names no passwords",
  )
  check(!needed.some((line) => line.includes("(reseal)")), `still sealed: ${needed.join(", ")}`)
  for (const line of needed) log(`needs the earlier key: ${line}`)
  step("4: the list says what needs the earlier key")

  check((await earlyPeople.lost()) === 0, "a person is signed out before step 5")
  const lost = await countLost(port, sessions)
  check(lost === 0, `${lost} of ${sessions.length} sessions of before are lost`)
  const active = Array.from({ length: accounts }, (_, payer) => payer).filter(
    (payer) => !away.includes(payer) && !early.includes(payer) && !late.includes(payer),
  )
  await passDays(database, next, { payers: active, sessions })
  await more(balancer)
  check((await keys(["retire", id], swapped)).code === 1, "a key that is needed was retired")
  const ended = await keys(["retire", id, "--end"], swapped)
  check(ended.code === 0, `retire --end ended with ${ended.code}: ${ended.err}`)
  const awayIds = away.map(payerUserid)
  check((await countEnded(database, awayIds)) === away.length, "an unused password did not end")
  step("5: the rest has ended")

  unclean += await servers.replaceAll(root, retired)
  await more(balancer)
  check((await latePeople.lost()) === 0, "a person is signed out without the earlier key")
  check((await countLost(port, sessions)) === 0, "a session is lost without the earlier key")
  check(await signInStaff(port, staff), "the authenticator app of staff is refused")
  await makeEmailsDue(database, dueEmails)
  const sent = await untilSent(
    () => mailbox.messages().filter((one) => one.subject === subject).length,
  )
  check(sent === dueEmails, `${sent} of ${dueEmails} emails that waited were sent`)
  step("6: no server has the earlier key")

  await work.finish()
  const failed = balancer.takeFailed()
  const answered = balancer.answered()
  await world.settled(settleSeconds)
  const compared = await compareBooks(database, world, work)
  check(compared.accepted === work.intentions.length, `${compared.accepted} payments are accepted`)
  wrong.push(...(await commandsAtTheEnd(settings, retired, log)))
  const { signedIn, screens } = work.counts
  check(signedIn > 0 && screens > 0 && compared.accepted > 0, "there was no work under way")
  check(unclean === 0, "a server did not end with code 0")
  log(`requests: ${answered} answered, ${failed.length} failed`)
  for (const [what, times] of counted(failed)) log(`${times} × ${what}`)
  log(`payments: ${work.intentions.length} made, ${compared.accepted} accepted`)
  log(`sign-ins: ${signedIn}; screens: ${screens}`)
  step("the books and the audit log are compared")

  const unknown = { ...retired, SECRET_KEY: newKey(), OTHER_SECRET_KEYS: retired.SECRET_KEY }
  await servers.replaceOne(root, unknown)
  for (const payer of last) {
    const come = await signInAndStay([payer], place).catch(() => undefined)
    await come?.lost()
    await come?.lost()
  }
  const noticed = balancer.takeFailed().filter((line) => !line.endsWith(": 429"))
  log(`requests that fail when one server skips step 1: ${noticed.length}`)
  check(noticed.length > 0, "a server with a key that the other does not know was not noticed")
  step("a server has skipped step 1")
  return [...failed, ...work.wrong, ...compared.wrong, ...wrong]
}

/** The settings of each step of the rotation, with the names of docs/run/keys.md. */
function settingsOfSteps() {
  const { SECRET_KEY, AUDIT_KEY } = keySettings
  const [secret, audit] = [newKey(), newKey()]
  const retired = { SECRET_KEY: secret, AUDIT_KEY: audit, OTHER_AUDIT_KEYS: AUDIT_KEY }
  return {
    learned: { OTHER_SECRET_KEYS: secret, OTHER_AUDIT_KEYS: audit },
    swapped: { ...retired, OTHER_SECRET_KEYS: SECRET_KEY },
    retired,
    next: ringOf(secret),
    earlierId: ringOf(SECRET_KEY).for("seal").current.id,
  }
}

/** Runs an operator's commands after the rotation. Returns one line for each failed check. */
async function commandsAtTheEnd(
  settings: Record<string, string>,
  retired: Record<string, string>,
  log: Run["log"],
): Promise<string[]> {
  const wrong: string[] = []
  const all = { ...settings, ...retired }
  const audit = await runCommand("audit", [], all)
  log(`audit log: ${audit.out.trim().split("\n").at(-1)}`)
  if (audit.code !== 0) wrong.push(`the audit log is not whole: ${audit.out}${audit.err}`)
  const { OTHER_AUDIT_KEYS: _, ...alone } = all
  const blind = await runCommand("audit", [], alone)
  if (blind.code === 0) wrong.push("the audit log was checked without its earlier key")
  const listed = await runCommand("keys", [], all)
  if (listed.code !== 0) wrong.push(`a key is missing: ${listed.err}`)
  const checked = await runCommand("check", ["--json"], all)
  const outcomes = (JSON.parse(checked.out) as CheckOutcome[]).filter(({ about }) =>
    ["SECRET_KEY", "AUDIT_KEY"].includes(about),
  )
  for (const { level, about, text } of outcomes) log(`check: ${level}, ${about}: ${text}`)
  if (outcomes.length < 2) wrong.push("npm run my-account -- check says nothing about the keys")
  if (outcomes.some(({ level }) => level !== "good"))
    wrong.push("npm run my-account -- check misses a key")
  return wrong
}

/** Waits until the due emails are sent. Returns how many were. */
async function untilSent(count: () => number): Promise<number> {
  for (let second = 0; second < sendSeconds && count() < dueEmails; second += 1) await sleep(1000)
  return count()
}

/** Prints the result and duration of each step. */
function createSteps(log: Run["log"]) {
  let from = performance.now()
  return (what: string) => {
    log(`${what} (${seconds(from)})`)
    from = performance.now()
  }
}

/** The lines of `npm run my-account -- keys` about the key with this id. */
function neededIn({ out }: CommandOutcome, id: string): string[] {
  const lines = out.split("\n")
  const from = lines.findIndex((line) => line.startsWith(id)) + 1
  const to = lines.findIndex((line, index) => index >= from && !line.startsWith(" "))
  return from === 0 ? [] : lines.slice(from, to).map((line) => line.trim())
}

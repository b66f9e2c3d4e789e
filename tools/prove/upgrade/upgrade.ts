import { fork } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { createRandom } from "#testing/random.ts"
import { sendHttp } from "#testing/send-http.ts"
import { runIn } from "../deployment/project-copy.ts"
import type { Part, Run } from "../part.ts"
import { counted, more, openInstallation, seconds } from "../rolling/installation.ts"
import { filesOfPage, startWork } from "../rolling/work.ts"
import { signInPassword } from "../soak/people.ts"
import { compareBooks } from "../world/compare.ts"
import { host } from "../world/names.ts"
import { onPostgres } from "../world/postgres.ts"
import type { Session } from "../world/sessions.ts"
import { addMigrations, openVersions, type Versions } from "./versions.ts"

const productsOfEach = 5
const hostilePayments = 5
/** Seconds after which an unposted payment is a finding. */
const settleSeconds = 60

/**
 * Upgrades servers one by one while people sign in, read and pay, and goes back. No request may
 * fail. At the end, a migration that removes something that the servers need must make requests
 * fail.
 */
export const upgrade: Part = async (run) => {
  const versions = await openVersions()
  run.log(versions.what)
  try {
    return await onPostgres((url) => prove(url, versions, run))
  } finally {
    versions.remove()
  }
}

async function prove(owner: string, versions: Versions, { small, seed, log }: Run) {
  const accounts = small ? 40 : 400
  await using installation = await openInstallation(owner)
  const { world, database, balancer, settings, servers } = installation
  const { mailbox } = world
  const migrateBy = (project: string) =>
    runIn(project, process.execPath, commandLineOf(project, "migrate"), {
      ...settings,
      MIGRATE_DATABASE_URL: owner,
    })
  const people = { accounts, products: productsOfEach, password: signInPassword }
  const sessions = await fill(versions.earlier, owner, people)
  migrateBy(versions.earlier)
  for (const _ of small ? [1, 2] : [1, 2, 3]) await servers.start(versions.earlier)
  const random = createRandom(seed)
  using work = startWork({
    ...{ ...people, port: balancer.port, sessions, mailbox, random },
    spare: hostilePayments,
  })
  await more(balancer)
  const earlierFiles = await filesOfPage(balancer.port)

  const began = performance.now()
  const ran = await inProcess(versions.later, { ...settings, MIGRATE_DATABASE_URL: owner })
  log(`${ran.length} migrations in ${seconds(began)} under load`)
  await more(balancer)
  const unclean = await servers.replaceAll(versions.later)
  log(`later version serves after ${seconds(began)}`)
  await more(balancer)
  const missing = await missingOf(earlierFiles, balancer.port)
  const laterFiles = await filesOfPage(balancer.port)
  const uncleanBack = await servers.replaceAll(versions.earlier)
  log(`earlier version serves again after ${seconds(began)}`)
  await more(balancer)
  missing.push(...(await missingOf(laterFiles, balancer.port)))
  await work.finish()
  const failed = balancer.takeFailed()
  await world.settled(settleSeconds)
  const { wrong, accepted } = await compareBooks(database, world, work)
  const audit = runIn(
    versions.earlier,
    process.execPath,
    commandLineOf(versions.earlier, "audit"),
    settings,
  )
  const { signedIn, screens, files } = work.counts
  log(`requests: ${balancer.answered()} answered, ${failed.length} failed`)
  for (const [what, times] of counted(failed)) log(`${times} × ${what}`)
  log(`payments: ${work.intentions.length} made, ${accepted} accepted`)
  log(`sign-ins: ${signedIn}; screens: ${screens}; files of pages: ${files}`)
  log(`audit log: ${audit.trim().split("\n").at(-1)}`)

  addMigrations(versions.later, "contract")
  migrateBy(versions.later)
  for (let n = 0; n < hostilePayments; n += 1) await work.submit()
  const lost = balancer.takeFailed().length
  log(`requests that fail after a migration that must not be: ${lost}`)
  const isIdle = accepted === 0 || signedIn === 0 || screens === 0 || files === 0
  return [
    ...failed,
    ...work.wrong,
    ...wrong,
    ...missing,
    ...(unclean + uncleanBack > 0 ? ["a server did not end with code 0"] : []),
    ...(accepted === work.intentions.length - hostilePayments
      ? []
      : [`${accepted} payments were accepted`]),
    ...(isIdle ? ["there was no work under way"] : []),
    ...(lost > 0 ? [] : ["a migration that takes away a column was not noticed"]),
  ]
}

async function fill(project: string, url: string, people: object): Promise<Session[]> {
  const child = fork("tools/prove/upgrade/fill.ts", [JSON.stringify(people)], {
    cwd: project,
    env: { ...process.env, DATABASE_URL: url },
  })
  const [sessions] = (await once(child, "message")) as [Session[]]
  return sessions
}

/** The script and words of a command in a version of the project; tools/ had the commands before 1.1. */
function commandLineOf(project: string, name: "migrate" | "audit"): string[] {
  const door = "commands/my-account.ts"
  if (existsSync(join(project, door))) return [door, name]
  return [{ migrate: "tools/migrate.ts", audit: "tools/audit/audit.ts" }[name]]
}

/** Migrates in another process while this one continues. Returns the names of the migrations. */
async function inProcess(project: string, settings: NodeJS.ProcessEnv): Promise<string[]> {
  const [script = "", ...words] = commandLineOf(project, "migrate")
  const child = fork(script, words, {
    cwd: project,
    env: { ...process.env, ...settings },
    silent: true,
  })
  let printed = ""
  child.stdout?.on("data", (text) => (printed += text))
  child.stderr?.on("data", (text) => (printed += text))
  const [code] = await once(child, "close")
  if (code !== 0) throw new Error(`The migration ended with code ${code}: ${printed}`)
  return printed.match(/(?<=^Ran ).+$/gm) ?? []
}

/** The page files of another version that a server does not send. */
async function missingOf(paths: readonly string[], port: number): Promise<string[]> {
  const answers = await Promise.all(
    paths.map((path) => sendHttp(port, host, { method: "GET", path, headers: {} })),
  )
  const missing = paths.filter((_, index) => answers[index]?.status !== 200)
  return [
    ...missing.map((path) => `${path} of the other version is not sent`),
    ...(paths.length === 0 ? ["a page names no files"] : []),
  ]
}

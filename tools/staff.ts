import { randomInt } from "node:crypto"
import { text } from "node:stream/consumers"
import { parseArgs } from "node:util"
import { migrate } from "#database/migrate.ts"
import { openDatabase } from "#database/open.ts"
import { systemClock } from "#ports/clock.ts"
import { readConfig } from "#server/config.ts"
import { auditKey, readSecretKey } from "#server/secret-key.ts"
import { clientWords, createStaffAccounts } from "#services/appauth/staff-accounts.ts"
import { createAudit } from "#services/audit.ts"

const usage = `npm run staff -- <command>
  list
  add <username> --first <name> --last <name> --email <address> --clients <all | a,b>
      [--second-factor] [--password-stdin]
  password <username> [--password-stdin]
  clients <username> <all | a,b>
  require-second-factor <username>
  release-second-factor <username>
  reset-second-factor <username>
  disable <username>
  enable <username>
Without --password-stdin a password is made and printed once.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    first: { type: "string" },
    last: { type: "string" },
    email: { type: "string" },
    clients: { type: "string" },
    "second-factor": { type: "boolean", default: false },
    "password-stdin": { type: "boolean", default: false },
  },
})

type Staff = ReturnType<typeof createStaffAccounts>

/** The operator's way to keep the staff of the support site. */
async function main(): Promise<void> {
  const [command = "", username = "", list] = positionals
  const work = commands[command]
  if (!work || (command !== "list" && username === "")) throw new Error(usage)
  const config = readConfig(process.env)
  const audit = createAudit({ clock: systemClock, key: auditKey(readSecretKey(config)) })
  const database = await openDatabase(config.database)
  try {
    await migrate(database)
    await work(createStaffAccounts({ database, clock: systemClock, audit }), username, list)
  } finally {
    await database.close()
  }
}

const commands: Record<
  string,
  (staff: Staff, username: string, list: string | undefined) => Promise<void>
> = {
  list: printStaff,
  async add(staff, username) {
    const { first, last, email, clients } = values
    if (!first || !last || !email || !clients) throw new Error(usage)
    const password = await choosePassword()
    await staff.add({
      username,
      firstName: first,
      lastName: last,
      email,
      clients: clientsOf(clients),
      needsSecondFactor: values["second-factor"],
      password: password.text,
    })
    say(`Added ${username}.`, password)
  },
  async password(staff, username) {
    const password = await choosePassword()
    await staff.setPassword(username, password.text)
    say(`${username} has a new password, and was logged out.`, password)
  },
  async clients(staff, username, list) {
    if (list === undefined) throw new Error(usage)
    await staff.setClients(username, clientsOf(list))
    console.log(`${username} may serve ${list}.`)
  },
  async "require-second-factor"(staff, username) {
    await staff.needSecondFactor(username, true)
    console.log(`${username} sets up an authenticator app at the next log-in.`)
  },
  async "release-second-factor"(staff, username) {
    await staff.needSecondFactor(username, false)
    console.log(`${username} is not asked to set up an authenticator app.`)
  },
  async "reset-second-factor"(staff, username) {
    await staff.resetSecondFactor(username)
    console.log(`${username} has no authenticator app any more, and was logged out.`)
  },
  async disable(staff, username) {
    await staff.disable(username)
    console.log(`${username} was disabled and logged out.`)
  },
  async enable(staff, username) {
    await staff.enable(username)
    console.log(`${username} can log in again.`)
  },
}

async function printStaff(staff: Staff): Promise<void> {
  for (const agent of await staff.list()) {
    const factor = agent.hasSecondFactor ? "app" : agent.needsSecondFactor ? "to set up" : "none"
    const words = [
      `${agent.firstName} ${agent.lastName} <${agent.email}>`,
      `clients: ${clientWords(agent.clients)}`,
      `second factor: ${factor}`,
      ...(agent.disabledAt ? ["disabled"] : []),
    ]
    console.log(`${agent.username}  ${words.join("; ")}`)
  }
}

function clientsOf(typed: string): string[] | null {
  if (typed === "all") return null
  return typed.split(",").map((client) => client.trim())
}

interface Password {
  text: string
  isMade: boolean
}

async function choosePassword(): Promise<Password> {
  if (!values["password-stdin"]) return { text: newPassword(), isMade: true }
  return { text: (await text(process.stdin)).trim(), isMade: false }
}

/** Without letters and digits that are taken for one another; about 93 bits. */
function newPassword(): string {
  const letters = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
  const part = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join("")
  const made = [part(), part(), part(), part()].join("-")
  return /[a-z]/.test(made) && /[A-Z]/.test(made) && /\d/.test(made) ? made : newPassword()
}

function say(done: string, password: Password): void {
  console.log(password.isMade ? `${done} The password is ${password.text}` : done)
}

try {
  await main()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

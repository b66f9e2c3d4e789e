import { randomInt } from "node:crypto"
import { text } from "node:stream/consumers"
import { isStaffRole, staffRoles } from "#contracts/staff/staff-roles.ts"
import { systemClock } from "#platform/clock.ts"
import { openAudit } from "#server/adapters/audit.ts"
import { openPasswords } from "#server/adapters/passwords.ts"
import { readCommandLine, runCommandLine, UsageError } from "#server/config/command-line.ts"
import { readConfig } from "#server/config/config.ts"
import { openMigratedDatabase } from "#server/migrated-database.ts"
import {
  clientWords,
  createStaffAccounts,
  roleWords,
} from "#services/staff/accounts/staff-accounts.ts"
import { isFactorAsked } from "#services/staff/accounts/staff-standing.ts"

const usage = `npm run staff -- <command>
  list
  add <username> --first <name> --last <name> --email <address> --clients <all | a,b>
      [--second-factor] [--password-stdin]
  password <username> [--password-stdin]
  clients <username> <all | a,b>
  role <username> <none | role ...>
  require-second-factor <username>
  release-second-factor <username>
  reset-second-factor <username>
  disable <username>
  enable <username>
Roles: ${staffRoles.join(", ")}.
Without --password-stdin a password is made and printed once.`

const word = { type: "string", default: "" } as const
const choice = { type: "boolean", default: false } as const
const commandLine = {
  usage,
  options: {
    first: word,
    last: word,
    email: word,
    clients: word,
    "second-factor": choice,
    "password-stdin": choice,
  },
  words: [1, 2 + staffRoles.length],
} as const

type Staff = ReturnType<typeof createStaffAccounts>
type Flags = ReturnType<typeof readCommandLine<typeof commandLine>>["values"]

interface Order {
  staff: Staff
  username: string
  /** The typed list of clients. */
  list: string
  /** The words after the username. */
  words: string[]
  flags: Flags
  secondFactorForAll: boolean
}

interface Command {
  /** The number of words after its name. */
  words: number
  /** Whether more words may follow. */
  takesMore?: true
  /** The required flags. */
  required?: ("first" | "last" | "email" | "clients")[]
  work(order: Order): Promise<void>
}

/** The command with which the operator manages the staff of the support site. */
async function main(): Promise<void> {
  const { values: flags, words: typed } = readCommandLine(commandLine)
  const [name = "", ...words] = typed
  const command = commands.get(name)
  if (!command) throw new UsageError(`There is no command '${name}'.`)
  const extra = command.takesMore ? undefined : words[command.words]
  if (extra !== undefined) throw new UsageError(`Unexpected argument '${extra}'.`)
  if (!isWhole(command, words, flags)) throw new UsageError(`Something is missing of '${name}'.`)
  const config = readConfig(process.env)
  const audit = openAudit(config, systemClock)
  const passwords = openPasswords(config)
  const database = await openMigratedDatabase(config)
  try {
    const [username = "", ...rest] = words
    const [list = ""] = rest
    const staff = createStaffAccounts({ database, clock: systemClock, audit, passwords })
    const secondFactorForAll = config.staffSecondFactor
    await command.work({ staff, username, list, words: rest, flags, secondFactorForAll })
  } finally {
    await database.close()
  }
}

function isWhole({ words, required = [] }: Command, typed: string[], flags: Flags): boolean {
  const given = [...typed, ...required.map((flag) => flags[flag])]
  return typed.length >= words && given.every((text) => text !== "")
}

const commands = new Map<string, Command>([
  ["list", { words: 0, work: printStaff }],
  ["add", { words: 1, required: ["first", "last", "email", "clients"], work: add }],
  ["password", { words: 1, work: setPassword }],
  ["clients", { words: 2, work: setClients }],
  ["role", { words: 2, takesMore: true, work: setRoles }],
  ["require-second-factor", { words: 1, work: requireFactor }],
  ["release-second-factor", { words: 1, work: releaseFactor }],
  ["reset-second-factor", { words: 1, work: resetFactor }],
  ["disable", { words: 1, work: disable }],
  ["enable", { words: 1, work: enable }],
])

async function printStaff({ staff, secondFactorForAll }: Order): Promise<void> {
  for (const staffMember of await staff.list()) {
    const isAsked = isFactorAsked(staffMember, secondFactorForAll)
    const factor = staffMember.hasSecondFactor ? "app" : isAsked ? "to set up" : "none"
    const words = [
      `${staffMember.firstName} ${staffMember.lastName} <${staffMember.email}>`,
      `clients: ${clientWords(staffMember.clients)}`,
      `roles: ${roleWords(staffMember.roles)}`,
      `second factor: ${factor}`,
      ...(staffMember.disabledAt ? ["disabled"] : []),
    ]
    console.log(`${staffMember.username}  ${words.join("; ")}`)
  }
}

async function add({ staff, username, flags }: Order): Promise<void> {
  const password = await choosePassword(flags)
  await staff.add({
    username,
    firstName: flags.first,
    lastName: flags.last,
    email: flags.email,
    clients: clientsOf(flags.clients),
    needsSecondFactor: flags["second-factor"],
    password: password.text,
  })
  printPassword(`Added ${username}.`, password)
}

async function setPassword({ staff, username, flags }: Order): Promise<void> {
  const password = await choosePassword(flags)
  await staff.setPassword(username, password.text)
  printPassword(`${username} has a new password, and was logged out.`, password)
}

async function setClients({ staff, username, list }: Order): Promise<void> {
  const clients = clientsOf(list)
  await staff.setClients(username, clients)
  console.log(`${username} may serve ${clientWords(clients)}, and was logged out.`)
}

async function setRoles({ staff, username, words }: Order): Promise<void> {
  const typed = words.length === 1 && words[0] === "none" ? [] : words
  const unknown = typed.find((word) => !isStaffRole(word))
  if (unknown !== undefined)
    throw new Error(`There is no role ${unknown}. Choose among ${staffRoles.join(", ")}.`)
  const roles = staffRoles.filter((role) => typed.includes(role))
  await staff.setRoles(username, roles)
  console.log(`${username} has the roles: ${roleWords(roles)}.`)
}

async function requireFactor({ staff, username }: Order): Promise<void> {
  await staff.needSecondFactor(username, true)
  console.log(`${username} needs an authenticator app to log in, and was logged out.`)
}

async function releaseFactor(order: Order): Promise<void> {
  const { staff, username } = order
  await staff.needSecondFactor(username, false)
  const staffMember = await staff.find(username)
  if (staffMember && isFactorAsked(staffMember, order.secondFactorForAll)) {
    const who = whoAsks(staffMember, order.secondFactorForAll)
    console.log(`${username} is still asked for an authenticator app: ${who}.`)
  } else console.log(`${username} is not asked to set up an authenticator app.`)
}

async function resetFactor({ staff, username }: Order): Promise<void> {
  await staff.resetSecondFactor(username)
  console.log(`${username} has no authenticator app any more, and was logged out.`)
}

async function disable({ staff, username }: Order): Promise<void> {
  await staff.disable(username)
  console.log(`${username} was disabled and logged out.`)
}

async function enable({ staff, username }: Order): Promise<void> {
  await staff.enable(username)
  console.log(`${username} can log in again.`)
}

/** The reason why a staff member still needs a second factor after their account was released. */
function whoAsks(staffMember: { needsSecondFactor: boolean }, secondFactorForAll: boolean): string {
  if (secondFactorForAll) return "STAFF_SECOND_FACTOR asks everyone"
  if (staffMember.needsSecondFactor) return "a client that they serve asks for it"
  return "one is set up, which reset-second-factor takes away"
}

function clientsOf(typed: string): string[] | null {
  if (typed === "all") return null
  const clients = typed.split(",").map((client) => client.trim())
  return clients.filter((client) => client !== "")
}

interface Password {
  text: string
  isMade: boolean
}

async function choosePassword(flags: Flags): Promise<Password> {
  if (!flags["password-stdin"]) return { text: newPassword(), isMade: true }
  return { text: (await text(process.stdin)).trim(), isMade: false }
}

/** Without letters and digits that look alike; about 93 bits. */
function newPassword(): string {
  const letters = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
  const part = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join("")
  const made = [part(), part(), part(), part()].join("-")
  return /[a-z]/.test(made) && /[A-Z]/.test(made) && /\d/.test(made) ? made : newPassword()
}

function printPassword(done: string, password: Password): void {
  console.log(password.isMade ? `${done} The password is ${password.text}` : done)
}

await runCommandLine(commandLine, main)

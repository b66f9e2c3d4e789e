import { randomInt } from "node:crypto"
import { isStaffRole, staffRoles } from "#contracts/staff/staff-roles.ts"
import { openAudit } from "#server/adapters/audit.ts"
import { openPasswords } from "#server/adapters/passwords.ts"
import type { OperatorCommand, Workplace } from "#server/commands/operator-command.ts"
import { readCommandLine, UsageError } from "#server/config/command-line.ts"
import {
  clientWords,
  createStaffAccounts,
  roleWords,
} from "#services/staff/accounts/staff-accounts.ts"
import { needsSecondFactor } from "#services/staff/accounts/staff-standing.ts"

const usage = `npm run my-account -- staff <command>
  list [--json]
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
Manages the staff of the support site; docs/run/staff.md explains roles and second factors.
  --first <name>, --last <name>  the name that the support site shows
  --email <address>              receives codes and notices
  --clients <list>               the clients whose customers they may serve: all, or codes with commas
  --second-factor                requires an authenticator app
  --password-stdin               reads the password from standard input; without it one is made and printed once
  --json                         prints the list as JSON
Roles: ${staffRoles.join(", ")}.
Exit codes: 0 done; 1 it failed, with the reason; 2 a mistyped command, or no database.`

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
    json: choice,
  },
  words: [1, 2 + staffRoles.length],
} as const

type Staff = ReturnType<typeof createStaffAccounts>
type Flags = ReturnType<typeof readCommandLine<typeof commandLine>>["values"]

interface Order extends Pick<Workplace, "out" | "input"> {
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
export const staffCommand: OperatorCommand = {
  usageOf: () => usage,
  takesInput: (typed) => typed.includes("--password-stdin"),
  read(typed) {
    const { values: flags, words: all } = readCommandLine(commandLine, typed)
    const [name = "", ...words] = all
    const command = commands.get(name)
    if (!command) throw new UsageError(`There is no command '${name}'.`)
    const extra = command.takesMore ? undefined : words[command.words]
    if (extra !== undefined) throw new UsageError(`Unexpected argument '${extra}'.`)
    if (!isWhole(command, words, flags)) throw new UsageError(`Something is missing of '${name}'.`)
    if (flags.json && name !== "list") throw new UsageError(`${name} does not take --json.`)
    return async ({ config, clock, database, out, input }) => {
      const audit = openAudit(config, clock)
      const passwords = openPasswords(config)
      const [username = "", list = ""] = words
      const staff = createStaffAccounts({ database, clock, audit, passwords })
      const secondFactorForAll = config.staffSecondFactor
      const rest = { username, list, words: words.slice(1), flags, secondFactorForAll }
      await command.work({ staff, out, input, ...rest })
      return 0
    }
  },
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

async function printStaff({ staff, secondFactorForAll, flags, out }: Order): Promise<void> {
  const listed = await staff.list()
  if (flags.json) return out(JSON.stringify(listed, null, 2))
  for (const staffMember of listed) {
    const isAsked = needsSecondFactor(staffMember, secondFactorForAll)
    const factor = staffMember.hasSecondFactor ? "app" : isAsked ? "to set up" : "none"
    const words = [
      `${staffMember.firstName} ${staffMember.lastName} <${staffMember.email}>`,
      `clients: ${clientWords(staffMember.clients)}`,
      `roles: ${roleWords(staffMember.roles)}`,
      `second factor: ${factor}`,
      ...(staffMember.disabledAt ? ["disabled"] : []),
    ]
    out(`${staffMember.username}  ${words.join("; ")}`)
  }
}

async function add(order: Order): Promise<void> {
  const { staff, username, flags } = order
  const password = choosePassword(order)
  await staff.add({
    username,
    firstName: flags.first,
    lastName: flags.last,
    email: flags.email,
    clients: clientsOf(flags.clients),
    needsSecondFactor: flags["second-factor"],
    password: password.text,
  })
  printPassword(order, `Added ${username}.`, password)
}

async function setPassword(order: Order): Promise<void> {
  const { staff, username } = order
  const password = choosePassword(order)
  await staff.setPassword(username, password.text)
  printPassword(order, `${username} has a new password, and was logged out.`, password)
}

async function setClients({ staff, username, list, out }: Order): Promise<void> {
  const clients = clientsOf(list)
  await staff.setClients(username, clients)
  out(`${username} may serve ${clientWords(clients)}, and was logged out.`)
}

async function setRoles({ staff, username, words, out }: Order): Promise<void> {
  const typed = words.length === 1 && words[0] === "none" ? [] : words
  const unknown = typed.find((word) => !isStaffRole(word))
  if (unknown !== undefined)
    throw new Error(`There is no role ${unknown}. Choose among ${staffRoles.join(", ")}.`)
  const roles = staffRoles.filter((role) => typed.includes(role))
  await staff.setRoles(username, roles)
  out(`${username} has the roles: ${roleWords(roles)}.`)
}

async function requireFactor({ staff, username, out }: Order): Promise<void> {
  await staff.needSecondFactor(username, true)
  out(`${username} needs an authenticator app to log in, and was logged out.`)
}

async function releaseFactor(order: Order): Promise<void> {
  const { staff, username, out } = order
  await staff.needSecondFactor(username, false)
  const staffMember = await staff.find(username)
  if (staffMember && needsSecondFactor(staffMember, order.secondFactorForAll)) {
    const who = whoAsks(staffMember, order.secondFactorForAll)
    out(`${username} is still asked for an authenticator app: ${who}.`)
  } else out(`${username} is not asked to set up an authenticator app.`)
}

async function resetFactor({ staff, username, out }: Order): Promise<void> {
  await staff.resetSecondFactor(username)
  out(`${username} has no authenticator app any more, and was logged out.`)
}

async function disable({ staff, username, out }: Order): Promise<void> {
  await staff.disable(username)
  out(`${username} was disabled and logged out.`)
}

async function enable({ staff, username, out }: Order): Promise<void> {
  await staff.enable(username)
  out(`${username} can log in again.`)
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

function choosePassword({ flags, input }: Order): Password {
  if (!flags["password-stdin"]) return { text: newPassword(), isMade: true }
  return { text: input.trim(), isMade: false }
}

/** Without letters and digits that look alike; about 93 bits. */
function newPassword(): string {
  const letters = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
  const part = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join("")
  const made = [part(), part(), part(), part()].join("-")
  return /[a-z]/.test(made) && /[A-Z]/.test(made) && /\d/.test(made) ? made : newPassword()
}

function printPassword({ out }: Order, done: string, password: Password): void {
  out(password.isMade ? `${done} The password is ${password.text}` : done)
}

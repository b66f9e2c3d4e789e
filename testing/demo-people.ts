import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

export interface DemoPerson {
  username: string
  password: string
  emailAddress: string
  /** The client of a customer; staff have none. */
  client?: string
  accountNumber?: string
}

export const demoFolder = join(import.meta.dirname, "..", "demo")

let people: readonly DemoPerson[] | undefined

/** Everyone in the demo's data who can sign in, read once from its files. */
export function demoPeople(): readonly DemoPerson[] {
  people ??= readPeople()
  return people
}

function readPeople(): DemoPerson[] {
  const agents = read<{ username: string; password: string; email: string }>("agents.json")
  const staff = agents.map(({ username, password, email }) => ({
    username,
    password,
    emailAddress: email,
  }))
  return [...readdirSync(join(demoFolder, "clients")).flatMap(customersOf), ...staff]
}

/** Errors: an `Error` when the demo has no such username. */
export function demoPerson(username: string): DemoPerson {
  const found = demoPeople().find((person) => person.username === username)
  if (!found) throw new Error(`demo/ has no username ${username}.`)
  return found
}

function customersOf(client: string): DemoPerson[] {
  const known = read<{ accountNumber: string; emailAddress: string }>(
    `clients/${client}/people.json`,
  )
  const users = read<{ username: string; password: string; accountNumber: string }>(
    `clients/${client}/users.json`,
  )
  return users.flatMap(({ username, password, accountNumber }) => {
    const person = known.find((one) => one.accountNumber === accountNumber)
    return person
      ? [{ username, password, accountNumber, emailAddress: person.emailAddress, client }]
      : []
  })
}

function read<Entry>(file: string): Entry[] {
  const path = join(demoFolder, file)
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : []
}

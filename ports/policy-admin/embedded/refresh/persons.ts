import { randomUUID } from "node:crypto"
import type { Queries } from "#database/sql.ts"
import { isOlder } from "./older.ts"
import {
  findKnownPersons,
  findPersons,
  insertPersons,
  notePersons,
  updatePersons,
} from "./persons.store.ts"
import {
  canonical,
  hashOf,
  type LoadedPerson,
  nothingRefreshed,
  type Refresh,
  type Refreshed,
} from "./records.ts"

/**
 * Adds persons, and updates those whose record differs from the last loaded one. Changes that were
 * made here after `asOf` stay. Any number of persons takes a few statements.
 */
export async function writePersons(
  tx: Queries,
  client: string,
  persons: readonly LoadedPerson[],
  refresh: Refresh,
): Promise<Refreshed> {
  if (persons.length === 0) return nothingRefreshed
  const { asOf } = refresh
  const accountNumbers = persons.map(({ accountNumber }) => accountNumber)
  const known = await findKnownPersons(tx, client, accountNumbers)
  const records = persons.map((person) => ({ person, recordHash: hashOf(person) }))
  const sorted = Map.groupBy(records, ({ person, recordHash }) => {
    const loaded = known.get(person.accountNumber)
    if (!loaded) return "added"
    if (loaded.recordHash === recordHash) return "same"
    return isOlder(refresh, loaded.asOf) ? "older" : "newer"
  })
  const added = sorted.get("added") ?? []
  const older = sorted.get("older") ?? []
  const newer = sorted.get("newer") ?? []
  const stored = await storedPersons(tx, client, newer)
  const isEqual = ({ person }: (typeof records)[number]) =>
    stored.get(person.accountNumber) === canonical(person)
  const changed = newer.filter((record) => !isEqual(record))
  const rowOf = ({ person, recordHash }: (typeof records)[number]) => ({
    ...personRow(person),
    client,
    recordHash,
    asOf: asOf?.toISOString() ?? null,
  })
  await insertPersons(tx, added.map(rowOf))
  await updatePersons(tx, client, changed.map(rowOf), asOf)
  await notePersons(tx, client, newer.filter(isEqual).map(rowOf), asOf)
  const keysOf = (some: typeof records) => some.map(({ person }) => person.accountNumber)
  return { changed: keysOf([...added, ...changed]), older: keysOf(older), kept: [] }
}

async function storedPersons(tx: Queries, client: string, records: { person: LoadedPerson }[]) {
  if (records.length === 0) return new Map<string, string>()
  const accountNumbers = records.map(({ person }) => person.accountNumber)
  const persons = await findPersons(tx, client, accountNumbers)
  return new Map(persons.map((person) => [person.accountNumber, canonical(person)]))
}

function personRow({ address, editBlocked, ...person }: LoadedPerson) {
  return {
    ...person,
    ...address,
    contactVersion: randomUUID(),
    addressEditBlocked: editBlocked.address,
    phoneNumberEditBlocked: editBlocked.phoneNumber,
    emailEditBlocked: editBlocked.email,
    saveBlocked: editBlocked.save,
  }
}

import { readFile, writeFile } from "node:fs/promises"
import { counted } from "#platform/text/words.ts"
import type { Work, Workplace } from "#server/commands/operator-command.ts"
import { UsageError } from "#server/config/command-line.ts"
import {
  type Erased,
  ErasureRefused,
  erasePerson,
  planErasure,
  type TableEffect,
} from "#services/privacy/erasure/erase-person.ts"
import { findErasures } from "#services/privacy/erasure/erasures.store.ts"
import { liftPerson } from "#services/privacy/erasure/lift.ts"
import { repeatErasures } from "#services/privacy/erasure/repeat-erasures.ts"
import { type DataSubject, findAccountNumber } from "#services/privacy/people.ts"
import { checkClient } from "../ledger/brands-of.ts"
import { makeNew } from "./export-to-folder.ts"
import { type PersonPorts, refuseServingRole, withPersonPorts } from "./open-deps.ts"

/** Prints the effects of an erasure; erases if the account number was typed once more. */
export function erase(client: string, key: string, confirmed: string | undefined): Work {
  return async (place) => {
    await checkClient(place, client)
    return await withPersonPorts(place, async (deps) => {
      const account = await findAccountNumber(deps.database, client, key)
      const { subject, effects, erasureBlockers, erasedAt } = await planErasure(
        deps,
        client,
        account,
      )
      if (effects.length === 0) throw new Error(`${client} has no data of a person '${key}'.`)
      if (confirmed !== undefined && confirmed !== subject.account) {
        throw new UsageError("--confirm is not the account number of this person.")
      }
      const name = await nameOf(deps, subject)
      place.out(`An erasure of ${name}account ${subject.account} of ${client} would:`)
      printEffects(place, effects)
      if (erasedAt) place.out(`The person was erased on ${dayOf(erasedAt)}.`)
      if (erasureBlockers.length > 0) throw new ErasureRefused(erasureBlockers)
      if (confirmed === undefined) {
        place.out("Nothing was erased. --confirm <account number> erases it, and cannot be undone.")
        return 1
      }
      await refuseServingRole(deps.database)
      const erased = await erasePerson(deps, client, subject.account)
      place.out(
        erasedAt
          ? `The person was erased on ${dayOf(erasedAt)}, and is erased again.`
          : "The person is erased.",
      )
      printErased(place, erased)
      return 0
    })
  }
}

/** The name of the person and a comma, as the account system has it; empty without one. */
async function nameOf({ policyAdmin }: PersonPorts, { client, account }: DataSubject) {
  const found = await policyAdmin.person(client, account)
  return found ? `${found.firstName} ${found.lastName}, ` : ""
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

function printEffects({ out }: Workplace, effects: readonly TableEffect[]): void {
  for (const { table, rows } of effects) {
    const { erasure } = table
    const why = "why" in erasure ? `: ${erasure.why}` : ""
    out(`${effectWords[erasure.does]}  ${counted(rows, "row")} of ${table.name}${why}`)
  }
}

const effectWords: Record<TableEffect["table"]["erasure"]["does"], string> = {
  delete: "delete  ",
  empty: "minimize",
  keep: "keep    ",
  "drop the key": "lock    ",
}

function printErased({ out }: Workplace, erased: Erased): void {
  if (erased.methods > 0) {
    out(`The gateway is asked to forget ${counted(erased.methods, "payment method")}.`)
  }
  if (erased.emails > 0) out(`${counted(erased.emails, "waiting email")} deleted.`)
  const deleted = erased.documents - erased.documentsLeft
  if (deleted > 0) out(`${counted(deleted, "document")} deleted.`)
  if (erased.documentsLeft > 0) {
    out(
      `${counted(erased.documentsLeft, "document")} wait for the document store; a job deletes them.`,
    )
  }
  out("Add the erasure to your list: npm run my-account -- person erasures")
}

/** Prints the erasures in force, one line of JSON each. */
export function listErasures(to: string | undefined): Work {
  return async (place) => {
    const found = await findErasures(place.database)
    const text = found.map((erasure) => JSON.stringify(erasure)).join("\n")
    if (to === undefined) place.out(text === "" ? "No erasures." : text)
    else {
      const file = place.pathOf(to)
      const lines = text === "" ? "" : `${text}\n`
      await makeNew(file, () => writeFile(file, lines, { flag: "wx", mode: 0o600 }))
      place.out(`${counted(found.length, "erasure")} written to ${file}.`)
    }
    return 0
  }
}

/** Repeats the erasures of a file, such as after a backup was restored. */
export function eraseAgain(file: string): Work {
  return async (place) => {
    const path = place.pathOf(file)
    const erasures = (await readFile(path, "utf8"))
      .split("\n")
      .flatMap((line, index) => (line === "" ? [] : erasureOf(line, `${path}, line ${index + 1}`)))
    for (const client of new Set(erasures.map(({ client }) => client))) {
      await checkClient(place, client)
    }
    return await withPersonPorts(place, async (deps) => {
      await refuseServingRole(deps.database)
      const { erased, without, refused } = await repeatErasures(deps, erasures)
      for (const { client, person, erasureBlockers } of refused) {
        place.err(`${client}: ${person} cannot be erased now: ${erasureBlockers.join("; ")}.`)
      }
      const nothing = counted(without, "person has", "people have")
      place.out(`${counted(erased, "person", "people")} erased again; ${nothing} no data.`)
      return refused.length === 0 ? 0 : 1
    })
  }
}

function erasureOf(line: string, place: string): { client: string; person: string } {
  try {
    const { client, person } = JSON.parse(line)
    if (typeof client === "string" && typeof person === "string") return { client, person }
  } catch {}
  throw new Error(`${place}, is no erasure.`)
}

/** Lets imports bring an erased person back. */
export function lift(client: string, accountNumber: string): Work {
  return async (place) => {
    await checkClient(place, client)
    return await withPersonPorts(place, async (deps) => {
      if (!(await liftPerson(deps, client, accountNumber))) {
        throw new Error(`No erasure of ${accountNumber} is in force at ${client}.`)
      }
      place.out("The erasure is lifted: an import can bring the person back.")
      place.out(
        "Payments in the books count again only with --as-of: say until when the files count payments.",
      )
      return 0
    })
  }
}

import type { ErasurePorts } from "./erase-person.ts"
import { liftErasure } from "./erasures.store.ts"

/** Lets imports add an erased person again. False if no erasure of the account is in force. */
export async function liftPerson(
  { database, clock, audit, auditLog }: ErasurePorts,
  client: string,
  accountNumber: string,
): Promise<boolean> {
  const persons = auditLog.accountNamesOf(client, accountNumber)
  return await database.transaction(async (tx) => {
    if (!(await liftErasure(tx, client, persons, clock.now()))) return false
    await audit.record(tx, {
      client,
      action: "person.lift",
      actor: { kind: "operator" },
      accountNumber: null,
      subjectUserid: null,
      ip: null,
      after: { people: persons.join(" ") },
    })
    return true
  })
}

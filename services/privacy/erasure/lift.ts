import { type ErasurePorts, nameOf } from "./erase-person.ts"
import { liftErasure } from "./erasures.store.ts"

/** Lets imports bring an erased person back. False if no erasure of the account is in force. */
export async function liftPerson(
  { database, clock, audit, auditLog }: ErasurePorts,
  client: string,
  accountNumber: string,
): Promise<boolean> {
  const person = nameOf(auditLog, client, accountNumber)
  return await database.transaction(async (tx) => {
    if (!(await liftErasure(tx, client, person, clock.now()))) return false
    await audit.record(tx, {
      client,
      action: "person.lift",
      actor: { kind: "operator" },
      accountNumber: null,
      subjectUserid: null,
      ip: null,
      after: { person },
    })
    return true
  })
}

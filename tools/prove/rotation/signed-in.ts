import type { Database } from "#database/open.ts"
import type { KeyRing } from "#platform/keys/key-ring.ts"
import { createSecrets } from "#platform/keys/secrets.ts"
import { createPasswords, passwordOf } from "#services/identity/credentials/password.ts"
import { writePassword } from "#services/identity/credentials/users.store.ts"
import { createEmailReader } from "#testing/mail-reader.ts"
import { payerAccount } from "#testing/payers.ts"
import { testHashCost } from "#testing/secret-key.ts"
import type { Mailbox } from "#tools/mailbox/mailbox.ts"
import { signInPassword } from "../soak/people.ts"
import { createVisitor } from "../soak/visitor.ts"
import { client, host, payerUserid } from "../world/names.ts"
import { extension, openSession, type Session, sendAs } from "../world/sessions.ts"

/** Signs people in. They open their dashboard whenever `lost` is called, which counts failures. */
export async function signInAndStay(
  payers: readonly number[],
  { port, mailbox }: { port: number; mailbox: Mailbox },
): Promise<{ lost(): Promise<number> }> {
  const { readCode } = createEmailReader(mailbox)
  const visitors = payers.map((payer) => createVisitor({ port, payer, readCode }))
  for (const visitor of visitors) await visitor.signIn()
  return {
    async lost() {
      let lost = 0
      for (const { screens } of visitors) {
        await screens[0]?.().catch(() => {
          lost += 1
        })
      }
      return lost
    },
  }
}

/** The number of these sessions that the servers reject. */
export async function countLost(port: number, sessions: readonly Session[]): Promise<number> {
  let lost = 0
  for (const session of sessions) {
    const { status } = await sendAs(session, port, host, extension)
    if (status !== 200) lost += 1
  }
  return lost
}

/**
 * Gives the database the state after some days: these people have signed in with the current key,
 * so that their passwords are hashed with it. Replaces their sessions with new ones.
 */
export async function passDays(
  database: Database,
  ring: KeyRing,
  { payers, sessions }: { payers: readonly number[]; sessions: Session[] },
): Promise<void> {
  const secrets = createSecrets(ring.for("secrets"))
  const passwords = createPasswords({ cost: testHashCost, keyRing: ring, warn: () => undefined })
  for (const payer of payers) {
    const [userid, accountNumber] = [payerUserid(payer), payerAccount(payer)]
    const hash = await passwords.hash(signInPassword, passwordOf({ userid, client, accountNumber }))
    await database.transaction((tx) => writePassword(tx, { client, userid }, hash))
  }
  for (const [payer] of sessions.entries()) {
    const owner = { userid: payerUserid(payer), accountNumber: payerAccount(payer) }
    const session = { ...owner, staffUserid: null, client }
    sessions[payer] = await openSession(database, host, session, secrets)
  }
}

import { type Queries, sql } from "#database/sql.ts"
import { either, otherClient, shared } from "./keys.ts"
import { addAuditEntry, addPersonKey } from "./tables.ts"

/**
 * Writes entries about a person by account number and by pseudonym, and the ends of two chains. The
 * next entry of the second one contains the ends of the client's other chains.
 */
export async function writeAuditLog(tx: Queries, client: string): Promise<void> {
  const { account: accountNumber, accountName: account } = shared
  const first = either(client, 1000, 1010)
  const named = [{ accountNumber }, { account }]
  const contents: object[] = named.flatMap((name) =>
    ["contact.change", "signIn"].map((action) => ({ client, action, ...name })),
  )
  contents.push({ client, action: "signIn", person: `without a key at ${client}` })
  for (const [index, content] of contents.entries()) {
    await addAuditEntry(tx, { client, number: first + index, content: JSON.stringify(content) })
  }
  await endChain(tx, client, 1, first + contents.length - 1)
  await endChain(tx, client, shared.crossLinkedChain, shared.beforeJoining)
  for (const person of [shared.accountName, `without a key at ${otherClient(client)}`]) {
    await addPersonKey(tx, { client, person })
  }
}

async function endChain(tx: Queries, client: string, strand: number, number: number) {
  await tx.rows(
    sql`insert into audit.chain (client, strand, number, hash, seal)
      values (${client}, ${strand}, ${number}, 'a hash', '')
      on conflict (client, strand) do update set number = excluded.number`,
  )
}

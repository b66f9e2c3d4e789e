import { counted } from "#platform/text/words.ts"
import type { IsErased } from "#services/privacy/erasure/erased-people.ts"
import type { ParsedClient } from "./parse-folder.ts"

/** The clients of a folder without people who were erased, and a notice for each client that has some. */
export function withoutErased(
  clients: readonly ParsedClient[],
  isErased: IsErased,
): { clients: ParsedClient[]; notices: string[] } {
  const notices: string[] = []
  const kept = clients.map((parsed): ParsedClient => {
    const { client } = parsed.brand
    const stays = ({ accountNumber }: { accountNumber: string }) => !isErased(client, accountNumber)
    const people = parsed.people?.filter(({ person }) => stays(person))
    const left = (parsed.people?.length ?? 0) - (people?.length ?? 0)
    if (left > 0) notices.push(leftOutText(client, left))
    return {
      ...parsed,
      ...(people && { people }),
      paymentMethods: parsed.paymentMethods.filter(stays),
      documents: parsed.documents.filter(({ key }) => stays(key)),
      users: parsed.users.filter(stays),
    }
  })
  return { clients: kept, notices }
}

function leftOutText(client: string, left: number): string {
  return `${client}: ${counted(left, "erased person was", "erased people were")} left out. npm run my-account -- person lift lets one come back.`
}

import type { ListedDelivery } from "#services/events/backlog.store.ts"

/** One line of `npm run my-account -- events list`. */
export function deliveryText(delivery: ListedDelivery): string {
  const { eventId, type, client, accountNumber, createdAt, endpoint, state, tries } = delivery
  const { lastError, nextTryAt } = delivery
  return [
    `${createdAt.toISOString()}  ${eventId}  ${type}  ${client} ${accountNumber}`,
    `to ${endpoint}: ${state} after ${tries} ${tries === 1 ? "try" : "tries"}`,
    ...(lastError === null ? [] : [`last: ${lastError}`]),
    ...(state === "waiting" ? [`next: ${nextTryAt.toISOString()}`] : []),
  ].join("; ")
}

/** One line of `npm run my-account -- events endpoints`. */
export function endpointText(endpoint: {
  name: string
  url: string
  clients: "all" | readonly string[]
  types: "all" | readonly string[]
  secrets: number
  waiting: number
  dead: number
  unknownClients: string[]
}): string {
  const { name, url, clients, types, secrets, waiting, dead, unknownClients: unknown } = endpoint
  return [
    `${name}  ${url}`,
    `clients: ${words(clients)}`,
    `types: ${words(types)}`,
    `secrets: ${secrets}`,
    `waiting: ${waiting}`,
    `dead: ${dead}`,
    ...(unknown.length > 0 ? [`unknown clients: ${unknown.join(", ")}`] : []),
  ].join("; ")
}

export function unknownClients(
  clients: readonly string[] | undefined,
  known: readonly string[],
): string[] {
  return (clients ?? []).filter((client) => !known.includes(client))
}

function words(list: "all" | readonly string[]): string {
  return list === "all" ? list : list.join(", ")
}

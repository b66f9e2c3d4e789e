/**
 * The number of chains for a client's entries. Writers of different chains do not wait for each
 * other.
 */
const chainCount = 16
/** Each chain has its own range of numbers, so that a number is unique among a client's entries. */
export const chainRoom = 10_000_000_000
/**
 * Every entry with a multiple of this number is a cross-link: it contains the ends of the client's
 * other chains.
 */
export const crossLinkEvery = 16

/**
 * The chain for entries about this person, given by pseudonym. It stays the same as long as the
 * audit key does. Entries about no person are in chain 1, like all entries from before there were
 * several chains.
 */
export function chainOf(person: string | null): number {
  if (person === null) return 1
  const [first = 0] = Buffer.from(person, "base64url")
  return (first % chainCount) + 1
}

/** The chain of the entry with this number. */
export function chainAt(number: number): number {
  return Math.floor((number - 1) / chainRoom) + 1
}

/** The number before the first entry of a chain. */
export function beginningOf(strand: number): number {
  return (strand - 1) * chainRoom
}

/** A client's entries are divided among so many chains, whose writers do not wait for one another. */
const chainCount = 16
/** Each strand has its own range of numbers, so a number is unique among a client's entries. */
export const chainRoom = 10_000_000_000
/** Every entry whose number is a multiple names the ends of the client's other strands. */
export const crossLinkEvery = 16

/**
 * The strand for entries about this person, a pseudonym: the same one as long as the audit key is.
 * Entries about no person are in strand 1, like all entries from before there were several strands.
 */
export function chainOf(person: string | null): number {
  if (person === null) return 1
  const [first = 0] = Buffer.from(person, "base64url")
  return (first % chainCount) + 1
}

/** The strand in which an entry with this number is. */
export function chainAt(number: number): number {
  return Math.floor((number - 1) / chainRoom) + 1
}

/** The number before the first entry of a strand. */
export function beginningOf(strand: number): number {
  return (strand - 1) * chainRoom
}

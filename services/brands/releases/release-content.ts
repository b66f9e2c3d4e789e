import { type ClientFile, clientFile } from "../loading/client-file.ts"

/** Every text of a release by its title, as cleaned HTML. */
export type Texts = Record<string, string>

/** A file of a release, without its bytes, which are stored once by their hash. */
export interface ReleaseFile {
  hash: string
  mediaType: string
  bytes: number
}

/** The content of a release of one client. */
export interface ReleaseContent {
  /** The fields of client.json; null for the texts that all clients share. */
  brand: ClientFile | null
  texts: Texts
  files: Record<string, ReleaseFile>
}

/** Sites in a fixed order, so that another order in a file does not count as another version. */
export function inOrder(sites: ClientFile["sites"]): ClientFile["sites"] {
  return sites.toSorted((one, other) => (one.host < other.host ? -1 : 1))
}

/** The client code under which shared texts are stored. */
export const sharedTexts = ""

/** The name of a client's releases for operators: the name of its folder. */
export function releasedNameOf(client: string): string {
  return client === sharedTexts ? "shared/" : client
}

/** The reverse of `releasedNameOf`. */
export function clientNamed(name: string): string {
  return name === "shared/" ? sharedTexts : name
}
/**
 * The brand of a release that an earlier version of the software may have stored. Newer fields get
 * their defaults.
 *
 * Errors: an `Error` that lists the fields that today's rules refuse.
 */
export function brandToday(brand: ClientFile, which: string): ClientFile {
  const parsed = clientFile.safeParse(brand)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`)
  throw new Error(`${which} does not follow today's rules: ${fields.join("; ")}.`)
}

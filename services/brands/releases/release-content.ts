import { type ClientFile, clientFile } from "../loading/client-file.ts"

/** Every text of a release by its title, as cleaned HTML. */
export type Texts = Record<string, string>

/** A file of a release, without its bytes: they are stored once by their hash. */
export interface ReleaseFile {
  hash: string
  mediaType: string
  bytes: number
}

/** Everything that belongs to a release of one client. */
export interface ReleaseContent {
  /** The fields of client.json; null for the texts that all clients share. */
  brand: ClientFile | null
  texts: Texts
  files: Record<string, ReleaseFile>
}

/** Sites in the order of a release, so that another order in a file is no other version. */
export function inOrder(sites: ClientFile["sites"]): ClientFile["sites"] {
  return sites.toSorted((one, other) => (one.host < other.host ? -1 : 1))
}

/** The client that stands for the texts that all clients share, as stored. */
export const sharedTexts = ""

/** The name under which an operator finds a client's releases: that of its folder. */
export function nameOf(client: string): string {
  return client === sharedTexts ? "shared/" : client
}

/** The opposite of `nameOf`. */
export function clientNamed(name: string): string {
  return name === "shared/" ? sharedTexts : name
}
/**
 * The brand of a release that an earlier version of the software may have stored: fields that came
 * later get their default.
 *
 * Errors: an `Error` that names the fields that today's rules refuse.
 */
export function brandToday(brand: ClientFile, which: string): ClientFile {
  const parsed = clientFile.safeParse(brand)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`)
  throw new Error(`${which} does not follow today's rules: ${fields.join("; ")}.`)
}

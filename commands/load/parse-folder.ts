import { readJson } from "#platform/files/json-file.ts"
import type { Problem } from "#platform/files/problems.ts"
import { dayAt } from "#platform/time-zone.ts"
import type { PersonRecord } from "#ports/policy-admin/embedded/people.load.ts"
import { type Asset, readAssets } from "#services/brands/loading/asset-files.ts"
import { type ClientFile, clientFile } from "#services/brands/loading/client-file.ts"
import { type ManagedContent, readContents } from "#services/brands/loading/content-files.ts"
import {
  joinDocuments,
  type LoadedDocument,
  type NamedDocument,
} from "#services/brands/loading/document-files.ts"
import type { ClientFolder, Folder } from "#services/brands/loading/folder.ts"
import type { LoadedMethod } from "#services/payments/methods/payment-methods.load.store.ts"
import { peopleFile } from "./people-file.ts"
import { type StaffEntry, staffFile, type UserEntry, usersFile } from "./users-file.ts"

export interface ParsedClient {
  folder: ClientFolder
  brand: ClientFile
  contents: ManagedContent[]
  assets: Asset[]
  /** Absent if another account system has the people. */
  people: PersonRecord[] | undefined
  /** Documents of those people that are files in the folder. */
  documents: LoadedDocument[]
  /** Payment methods of those people. */
  paymentMethods: LoadedMethod[]
  users: UserEntry[]
}

export interface ParsedFolder {
  clients: ParsedClient[]
  /** Absent if the folder does not list staff. */
  agents: StaffEntry[] | undefined
  sharedContents: ManagedContent[] | undefined
  /** Parts of managed HTML that were removed, for its authors. */
  notices: string[]
}

/**
 * Parses each file separately. Relative dates count from the client's business day at the instant
 * `now`. `problems` receives every error.
 */
export function parseFolder(
  { clients, agents, sharedContents }: Folder,
  now: Date,
  problems: Problem[],
): ParsedFolder {
  const notices: string[] = []
  return {
    clients: clients.flatMap((folder) => {
      const brand = readJson(folder.clientJson, clientFile, problems)
      // Without a time zone the folder is refused, and the rest of it is only checked.
      const today = dayAt(now, brand?.timeZone ?? "UTC")
      const held = folder.people && readJson(folder.people, peopleFile(today), problems)
      const parsed = {
        folder,
        contents: readContents(folder.contents, problems, notices),
        assets: readAssets(folder.assets, problems),
        people: held?.people,
        documents: documentsOf(folder, held?.documents, problems),
        paymentMethods: held?.paymentMethods ?? [],
        users: (folder.users && readJson(folder.users, usersFile, problems)) ?? [],
      }
      return brand ? [{ ...parsed, brand }] : []
    }),
    agents: agents && readJson(agents, staffFile, problems),
    sharedContents: sharedContents && readContents(sharedContents, problems, notices),
    notices,
  }
}

function documentsOf(
  { client, people, documents }: ClientFolder,
  named: NamedDocument[] | undefined,
  problems: Problem[],
): LoadedDocument[] {
  // The file names in people.json are unknown if it cannot be read.
  if (people && !named) return []
  return joinDocuments(client, people, named ?? [], documents, problems)
}

import { readJson } from "#platform/files/json-file.ts"
import type { Problem } from "#platform/files/problems.ts"
import type { PersonRecord } from "#ports/policy-admin/embedded/people.load.ts"
import { type Asset, readAssets } from "#services/brands/loading/asset-files.ts"
import { type ClientFile, clientFile } from "#services/brands/loading/client-file.ts"
import { type Content, readContents } from "#services/brands/loading/content-files.ts"
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
  contents: Content[]
  assets: Asset[]
  /** Absent where people live in another account system. */
  people: PersonRecord[] | undefined
  /** Papers of those people that come along as files. */
  documents: LoadedDocument[]
  /** What those people pay with. */
  paymentMethods: LoadedMethod[]
  users: UserEntry[]
}

export interface ParsedFolder {
  clients: ParsedClient[]
  /** Absent where the folder says nothing of them. */
  agents: StaffEntry[] | undefined
  sharedContents: Content[] | undefined
  /** What was left out of managed HTML, for its authors. */
  notices: string[]
}

/** Understands every file by itself; what is wrong is added to `problems`. */
export function parseFolder(
  { clients, agents, sharedContents }: Folder,
  today: Temporal.PlainDate,
  problems: Problem[],
): ParsedFolder {
  const notices: string[] = []
  const peopleShape = peopleFile(today)
  return {
    clients: clients.flatMap((folder) => {
      const brand = readJson(folder.clientJson, clientFile, problems)
      const held = folder.people && readJson(folder.people, peopleShape, problems)
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
  // Of a people.json that cannot be read nobody knows which files it names.
  if (people && !named) return []
  return joinDocuments(client, people, named ?? [], documents, problems)
}

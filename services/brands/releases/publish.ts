import { isDeepStrictEqual } from "node:util"
import type { Transaction } from "#database/open.ts"
import type { Audit, AuditAction } from "#services/audit/audit.ts"
import { clientRow, contentsOf, groupsOf, sitesOf } from "../loading/brand-rows.ts"
import { type BrandChange, replaceSites, writeClients } from "../loading/clients.load.store.ts"
import {
  notePublishedFiles,
  replaceAssets,
  replaceContents,
  storeBrandFiles,
} from "../loading/contents.load.store.ts"
import { findPresent } from "./present-brand.store.ts"
import { type ReleaseContent, releasedNameOf } from "./release-content.ts"
import {
  addRelease,
  findPublished,
  forgetReleases,
  markPublished,
  nextNumber,
  type WholeRelease,
} from "./releases.store.ts"

/** How many of a client's newest releases are stored in addition to the published one. */
const keptReleases = 100

/** Who made a release, when, and with which command. */
export interface ReleaseAct {
  by: string
  at: Date
  /** The command in words: "load", "set text contact us". */
  what: string
}

/** A new version of a client's brand, with the bytes of files that may be new. */
export interface NewContent {
  client: string
  content: ReleaseContent
  files: readonly { hash: string; mediaType: string; body: Buffer }[]
}

/** A release that was published, and the one that it replaced. */
export interface Published {
  client: string
  number: number
  replaced: number | null
}

/** The number of written (new or changed) and removed entries of each kind. */
export type BrandChanges = Record<"clients" | "sites" | "unions" | "texts" | "files", BrandChange>

/**
 * The client's published release. Data that was loaded before releases existed becomes the first
 * one. Call it under the lock of loads.
 */
export async function publishedOf(
  tx: Transaction,
  client: string,
  at: Date,
): Promise<WholeRelease | undefined> {
  const published = await findPublished(tx, client)
  if (published) return published
  const content = await findPresent(tx, client)
  if (!content) return undefined
  const first = { by: "", at, what: "loaded before there were releases" }
  const number = await storeContent(tx, { client, content, files: [] }, first)
  await markPublished(tx, client, number, at)
  return await findPublished(tx, client)
}

/** Stores a release without publishing it. Returns its number. Call it under the lock of loads. */
export async function storeContent(
  tx: Transaction,
  { client, content, files }: NewContent,
  { by, at, what }: ReleaseAct,
): Promise<number> {
  const base = (await findPublished(tx, client))?.number ?? null
  const number = await nextNumber(tx, client)
  await storeBrandFiles(tx, client, files)
  const made = { madeAt: at, madeBy: by, what, publishedAt: null, isPublished: false }
  await addRelease(tx, { client, number, base, content, ...made })
  await forgetReleases(tx, client, keptReleases)
  return number
}

/**
 * Publishes these versions together, each as a new release. A version that equals the published
 * release does not create one. Call it under the lock of loads.
 */
export async function publishContents(
  tx: Transaction,
  versions: readonly NewContent[],
  act: ReleaseAct,
): Promise<{ changes: BrandChanges; published: Published[] }> {
  const published: Published[] = []
  for (const version of versions) {
    const { client, content, files } = version
    const before = await publishedOf(tx, client, act.at)
    if (before && isSameContent(before.content, content)) {
      await storeBrandFiles(tx, client, files)
    } else {
      const number = await storeContent(tx, version, act)
      await markPublished(tx, client, number, act.at)
      published.push({ client, number, replaced: before?.number ?? null })
    }
  }
  return { changes: await serve(tx, versions), published }
}

/** Whether a version equals a stored release. */
export function isSameContent(stored: ReleaseContent, version: ReleaseContent): boolean {
  return isDeepStrictEqual(stored, JSON.parse(JSON.stringify(version)))
}

/** Writes the tables that the portal serves. The bytes of the files must already be stored. */
export async function serve(
  tx: Transaction,
  versions: readonly Pick<NewContent, "client" | "content">[],
): Promise<BrandChanges> {
  const brands = versions.flatMap(({ content }) => content.brand ?? [])
  const clients = await writeClients(tx, brands.map(clientRow))
  const named = brands.map(({ client }) => client)
  const placed = await replaceSites(tx, named, brands.flatMap(sitesOf), brands.flatMap(groupsOf))
  const changes = { clients, ...placed, texts: noChange, files: noChange }
  for (const { client, content } of versions) {
    const texts = Object.entries(content.texts).map(([title, html]) => ({ title, html }))
    const contents = content.brand ? contentsOf({ brand: content.brand, contents: texts }) : texts
    changes.texts = sum(changes.texts, await replaceContents(tx, client, contents))
    if (!content.brand) continue
    const files = Object.entries(content.files).map(([name, file]) => ({ name, ...file }))
    changes.files = sum(changes.files, await replaceAssets(tx, client, files))
    await notePublishedFiles(
      tx,
      client,
      files.map(({ hash }) => hash),
    )
  }
  return changes
}

/** Adds one entry about the releases to the audit log of the installation. Call it last. */
export async function recordReleases(
  audit: Audit,
  tx: Transaction,
  action: AuditAction & `release.${string}`,
  releases: readonly { client: string; number: number; replaced?: number | null }[],
  { by, what }: ReleaseAct,
): Promise<void> {
  if (releases.length === 0) return
  const listed = (rows: readonly { client: string; number: number | null | undefined }[]) =>
    rows
      .flatMap(({ client, number }) => (number ? [`${releasedNameOf(client)} ${number}`] : []))
      .join(", ")
  const before = listed(releases.map(({ client, replaced }) => ({ client, number: replaced })))
  await audit.record(tx, {
    client: "",
    action,
    actor: { kind: "operator" },
    accountNumber: null,
    subjectUserid: null,
    ip: null,
    ...(before !== "" && { before: { releases: before } }),
    after: { releases: listed(releases), by, what },
  })
}

const noChange: BrandChange = { written: 0, removed: 0 }

function sum(one: BrandChange, other: BrandChange): BrandChange {
  return { written: one.written + other.written, removed: one.removed + other.removed }
}

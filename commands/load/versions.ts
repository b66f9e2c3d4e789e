import type { Asset } from "#services/brands/loading/asset-files.ts"
import type { ManagedContent } from "#services/brands/loading/content-files.ts"
import type { NewContent } from "#services/brands/releases/publish.ts"
import {
  inOrder,
  type ReleaseFile,
  sharedTexts,
  type Texts,
} from "#services/brands/releases/release-content.ts"
import type { ParsedClient, ParsedFolder } from "./parse-folder.ts"

/** The brands of a folder, and the texts that all brands share, as versions to publish. */
export function versionsOf({ clients, sharedContents }: ParsedFolder): NewContent[] {
  const shared = sharedContents && {
    client: sharedTexts,
    content: { brand: null, texts: textsOf(sharedContents), files: {} },
    files: [],
  }
  return [...(shared ? [shared] : []), ...clients.map(versionOf)]
}

function versionOf({ brand, contents, assets }: ParsedClient): NewContent {
  const { client } = brand
  const ordered = { ...brand, sites: inOrder(brand.sites) }
  const content = { brand: ordered, texts: textsOf(contents), files: filesOf(assets) }
  return { client, content, files: assets }
}

function textsOf(contents: readonly ManagedContent[]): Texts {
  return Object.fromEntries(contents.map(({ title, html }) => [title, html]))
}

function filesOf(assets: readonly Asset[]): Record<string, ReleaseFile> {
  return Object.fromEntries(
    assets.map(({ name, hash, mediaType, body }) => [
      name,
      { hash, mediaType, bytes: body.length },
    ]),
  )
}

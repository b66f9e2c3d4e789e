import { basename } from "node:path"
import { problemAt } from "#platform/files/json-file.ts"
import type { TextFile } from "#platform/files/text-file.ts"
import type { Asset } from "../loading/asset-files.ts"
import type { ClientFile } from "../loading/client-file.ts"
import type { ClientFolder } from "../loading/folder.ts"
import type { FindingPlace } from "./finding.ts"

/** One brand of a folder, as input of the checks. */
export interface CheckedBrand {
  folder: ClientFolder
  brand: ClientFile
  assets: readonly Asset[]
  /** The texts that the folder's clients share. */
  shared: readonly TextFile[]
  /**
   * Titles of shared texts that are already stored. They stay if the folder has no shared/ folder.
   */
  storedTitles: readonly string[]
}

/**
 * Whether customers sign in to this client: it has a customer site and is not a group of unions.
 */
export function holdsCustomers({ brand }: CheckedBrand): boolean {
  return hasCustomerSite(brand) && brand.clientGroup === null
}

export function hasCustomerSite({ sites }: Pick<ClientFile, "sites">): boolean {
  return sites.some(({ isCustomerSite }) => isCustomerSite)
}

/** The title of a text, from its file name: "contact us" for "contact-us.html". */
export function titleOf({ file }: TextFile): string {
  return basename(file, ".html").replaceAll("-", " ")
}

/** The file name for a title, such as "contact-us.html". */
export function brandFileNameOf(title: string): string {
  return `${title.replaceAll(" ", "-")}.html`
}

/**
 * The text that customers of this brand see under a title: its own text, otherwise the shared one.
 */
export function managedTextOf(
  { folder, shared }: CheckedBrand,
  title: string,
): TextFile | undefined {
  const isOfTitle = (text: TextFile) => titleOf(text) === title
  return folder.contents.find(isOfTitle) ?? shared.find(isOfTitle)
}

/** The place of a field in client.json. */
export function fieldAt({ folder }: CheckedBrand, ...path: (string | number)[]): FindingPlace {
  const { file, line } = problemAt(folder.clientJson, path, "")
  return { file, line }
}

/** A file in the brand's assets/ folder, by the name in an address. */
export function assetOf({ assets }: CheckedBrand, name: string): Asset | undefined {
  return assets.find((asset) => asset.name === name || encodeURIComponent(asset.name) === name)
}

/** The path of a file of this brand, relative to the folder. */
export function brandPathOf({ folder }: CheckedBrand, name: string): string {
  return `clients/${folder.client}/${name}`
}

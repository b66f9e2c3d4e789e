import { basename } from "node:path"
import { problemAt } from "#platform/files/json-file.ts"
import type { TextFile } from "#platform/files/text-file.ts"
import type { Asset } from "../loading/asset-files.ts"
import type { ClientFile } from "../loading/client-file.ts"
import type { ClientFolder } from "../loading/folder.ts"
import type { Place } from "./finding.ts"

/** One brand of a folder, as the checks read it. */
export interface CheckedBrand {
  folder: ClientFolder
  brand: ClientFile
  assets: readonly Asset[]
  /** Texts that the folder's clients share. */
  shared: readonly TextFile[]
  /** Titles of shared texts that are stored already; a folder without shared/ keeps them. */
  storedTitles: readonly string[]
}

/** Whether customers sign in to this client: it has a site of theirs, and leads to no other. */
export function holdsCustomers({ brand }: CheckedBrand): boolean {
  return hasCustomerSite(brand) && brand.clientGroup === null
}

export function hasCustomerSite({ sites }: Pick<ClientFile, "sites">): boolean {
  return sites.some(({ isCustomerSite }) => isCustomerSite)
}

/** The title of a text by the name of its file: "contact-us.html" is "contact us". */
export function titleOf({ file }: TextFile): string {
  return basename(file, ".html").replaceAll("-", " ")
}

/** The file of a title, such as "contact-us.html". */
export function fileNameOf(title: string): string {
  return `${title.replaceAll(" ", "-")}.html`
}

/** The text that customers of this brand read under a title: its own, or else the shared one. */
export function textOf({ folder, shared }: CheckedBrand, title: string): TextFile | undefined {
  const isOfTitle = (text: TextFile) => titleOf(text) === title
  return folder.contents.find(isOfTitle) ?? shared.find(isOfTitle)
}

/** The place of a field of client.json. */
export function fieldAt({ folder }: CheckedBrand, ...path: (string | number)[]): Place {
  const { file, line } = problemAt(folder.clientJson, path, "")
  return { file, line }
}

/** A file in the brand's assets/ by its name in an address. */
export function assetOf({ assets }: CheckedBrand, name: string): Asset | undefined {
  return assets.find((asset) => asset.name === name || encodeURIComponent(asset.name) === name)
}

/** The path of a file of this brand, relative to the folder. */
export function pathOf({ folder }: CheckedBrand, name: string): string {
  return `clients/${folder.client}/${name}`
}

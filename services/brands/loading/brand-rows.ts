import { brandDetail, type ClientFile, columnFields, paymentFields } from "./client-file.ts"
import type { LoadedGroup, LoadedSite } from "./clients.load.store.ts"
import type { ManagedContent } from "./content-files.ts"

/** The fields of client.json as a row of `appcontent.client`. */
export function clientRow({
  brandDetail,
  payments,
  sites: _sites,
  clientGroup: _group,
  pageTitles: _titles,
  ...fields
}: ClientFile) {
  const { primaryLogoAnchorLink, secondLogoAnchorLink, ...files } = brandDetail
  return {
    ...fields,
    ...payments,
    ...files,
    primaryLogoLink: primaryLogoAnchorLink,
    secondLogoLink: secondLogoAnchorLink,
  }
}
export type ClientRow = ReturnType<typeof clientRow>

/** Every column of `clientRow`, in camel case. Reads and writes use this list. */
export const clientColumns: readonly string[] = [
  ...Object.keys(columnFields),
  ...Object.keys(paymentFields.shape),
  ...Object.keys(brandDetail.shape).map((field) => field.replace("AnchorLink", "Link")),
]

export function sitesOf({ client, sites }: ClientFile): LoadedSite[] {
  return sites.map((site) => ({ ...site, client }))
}

export function groupsOf({ client, clientGroup }: ClientFile): LoadedGroup[] {
  return clientGroup ? [{ client, ...clientGroup }] : []
}

/** Page titles are stored as one more managed text, because pages read them together. */
export function contentsOf({
  brand,
  contents,
}: {
  brand: ClientFile
  contents: ManagedContent[]
}): ManagedContent[] {
  if (!brand.pageTitles) return contents
  return [...contents, { title: "page titles", html: JSON.stringify(brand.pageTitles) }]
}

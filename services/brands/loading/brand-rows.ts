import type { ClientFile } from "./client-file.ts"
import type { LoadedClient, LoadedGroup, LoadedSite } from "./clients.load.store.ts"
import type { Content } from "./content-files.ts"

/** What client.json says, as the tables keep it. */

export function clientRow(brand: ClientFile): LoadedClient {
  const { client, name, phoneNumber, metaDescription, gtmId, searchIndex } = brand
  const { showContactUs, showAboutUs, claimUrl, mailColor, headTags, bodyScripts } = brand
  const { staffSecondFactor } = brand
  const { scriptOrigins, connectOrigins, frameOrigins, imageOrigins, styleOrigins } = brand
  const { primaryLogo, secondLogo, logoImage, cssFile } = brand.brandDetail
  return {
    ...{ client, name, phoneNumber, metaDescription, gtmId, searchIndex },
    ...{
      showContactUs,
      showAboutUs,
      claimUrl,
      mailColor,
      headTags,
      bodyScripts,
      staffSecondFactor,
    },
    ...{ scriptOrigins, connectOrigins, frameOrigins, imageOrigins, styleOrigins },
    ...{ primaryLogo, secondLogo, logoImage, cssFile },
    primaryLogoLink: brand.brandDetail.primaryLogoAnchorLink,
    secondLogoLink: brand.brandDetail.secondLogoAnchorLink,
  }
}

export function sitesOf({ client, sites }: ClientFile): LoadedSite[] {
  return sites.map((site) => ({ ...site, client }))
}

export function groupsOf({ client, clientGroup }: ClientFile): LoadedGroup[] {
  return clientGroup ? [{ client, ...clientGroup }] : []
}

/** Page titles are kept as one more text, because that is how they are asked for. */
export function contentsOf({
  brand,
  contents,
}: {
  brand: ClientFile
  contents: Content[]
}): Content[] {
  if (!brand.pageTitles) return contents
  return [...contents, { title: "page titles", html: JSON.stringify(brand.pageTitles) }]
}

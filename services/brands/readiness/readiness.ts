import { dialedNumber } from "#contracts/brands/phone-number.ts"
import type { TextFile } from "#platform/files/text-file.ts"
import type { Asset } from "../loading/asset-files.ts"
import type { ClientFile } from "../loading/client-file.ts"
import type { ClientFolder } from "../loading/folder.ts"
import { checkCardPattern } from "./card-patterns.ts"
import type { CheckedBrand } from "./checked-brand.ts"
import type { Finding } from "./finding.ts"
import { checkGroup } from "./groups.ts"
import { checkHosts, checkHostsOfAll } from "./hosts.ts"
import { checkAddresses, checkLinks } from "./links.ts"
import { checkRemovals, checkSigns, checkTags } from "./markup.ts"
import { checkPhoneLinks, checkPhoneNumber, checkSampleNumbers } from "./phones.ts"
import { checkPictures } from "./pictures.ts"
import { checkPlaceholders } from "./placeholders.ts"
import { checkSampleAddresses, checkSampleFields } from "./samples.ts"
import { checkStatement } from "./statements.ts"
import { checkStyles } from "./styles.ts"
import { checkTexts } from "./texts.ts"
import { checkTitles } from "./titles.ts"

interface CheckedFolder {
  clients: readonly { folder: ClientFolder; brand: ClientFile; assets: readonly Asset[] }[]
  /** Absent if the folder has no shared/content/. */
  shared: readonly TextFile[] | undefined
  /** Titles of shared texts that are stored already; counted if the folder has no shared/content/. */
  storedTitles: readonly string[]
  /** web/ui/tokens.css. */
  tokens: TextFile
  /** Postal addresses that a sample has. */
  samplePostalAddresses: readonly string[]
}

/** Lists the mistakes that customers would notice in the brands of a folder that the loader accepts. */
export function checkBrands(folder: CheckedFolder): Finding[] {
  const { clients, shared, storedTitles, tokens, samplePostalAddresses } = folder
  const brands = clients.map(({ brand }) => brand)
  const texts = shared ?? []
  return [
    ...texts.flatMap((text) => checkText(text, undefined)),
    ...checkHostsOfAll(clients),
    ...clients.flatMap((client) => {
      const stored = shared ? [] : storedTitles
      const checked: CheckedBrand = { ...client, shared: texts, storedTitles: stored }
      return [
        ...checkTexts(checked),
        ...checkStatement(checked),
        ...client.folder.contents.flatMap((text) => checkText(text, checked)),
        ...checkSigns(client.folder.clientJson),
        ...checkPhoneNumber(checked),
        ...checkSampleFields(checked, samplePostalAddresses),
        ...checkAddresses(checked),
        ...checkPictures(checked),
        ...checkStyles(checked, tokens),
        ...checkHosts(checked),
        ...checkGroup(checked, brands),
        ...checkTitles(checked),
      ]
    }),
  ]
}

/** `checked` is absent for texts that clients share. */
function checkText(text: TextFile, checked: CheckedBrand | undefined): Finding[] {
  return [
    ...checkPlaceholders(text),
    ...checkLinks(text, checked),
    ...checkRemovals(text),
    ...checkTags(text),
    ...checkSigns(text),
    ...checkCardPattern(text),
    ...checkPhoneLinks(text),
    ...checkSampleNumbers(text, checked && dialedNumber(checked.brand.phoneNumber)),
    ...checkSampleAddresses(text),
  ]
}

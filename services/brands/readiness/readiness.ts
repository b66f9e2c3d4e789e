import type { TextFile } from "#platform/files/text-file.ts"
import type { Asset } from "../loading/asset-files.ts"
import type { ClientFile } from "../loading/client-file.ts"
import type { ClientFolder } from "../loading/folder.ts"
import type { CheckedBrand } from "./checked-brand.ts"
import type { Finding } from "./finding.ts"
import { checkGroup } from "./groups.ts"
import { checkHosts } from "./hosts.ts"
import { checkAddresses, checkLinks } from "./links.ts"
import { checkPictures } from "./pictures.ts"
import { checkPlaceholders } from "./placeholders.ts"
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
}

/** Lists the mistakes that customers would notice in the brands of a folder that the loader accepts. */
export function checkBrands({ clients, shared, storedTitles, tokens }: CheckedFolder): Finding[] {
  const brands = clients.map(({ brand }) => brand)
  const texts = shared ?? []
  return [
    ...texts.flatMap((text) => [...checkPlaceholders(text), ...checkLinks(text, undefined)]),
    ...clients.flatMap((client) => {
      const stored = shared ? [] : storedTitles
      const checked: CheckedBrand = { ...client, shared: texts, storedTitles: stored }
      return [
        ...checkTexts(checked),
        ...checkStatement(checked),
        ...client.folder.contents.flatMap((text) => [
          ...checkPlaceholders(text),
          ...checkLinks(text, checked),
        ]),
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

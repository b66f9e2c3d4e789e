import { problemAt } from "#platform/files/json-file.ts"
import type { Problem } from "#platform/files/problems.ts"
import { type KnownSite, siteFaults } from "#services/brands/loading/site-faults.ts"
import type { ParsedClient } from "./parse-folder.ts"

/** Checks that the files match each other and the stored sites. */
export function crossCheck(
  clients: readonly ParsedClient[],
  known: readonly KnownSite[],
): Problem[] {
  const brands = clients.map(({ brand }) => brand)
  return clients.flatMap((parsed) => [
    ...checkName(parsed),
    ...checkBrandFiles(parsed),
    ...siteFaults(parsed.brand, brands, known).map(({ path, reason }) =>
      problemAt(parsed.folder.clientJson, path, reason),
    ),
    ...checkUsers(parsed),
  ])
}

function checkName({ folder, brand }: ParsedClient): Problem[] {
  if (brand.client === folder.client) return []
  return [problemAt(folder.clientJson, ["client"], `is not the folder's name, ${folder.client}`)]
}

const logoTypes = /^image\//
/** Mail programs do not show SVG images, and some do not show WebP. */
const emailLogoTypes = /^image\/(png|jpeg)$/
const styleTypes = /^text\/css/

function checkBrandFiles({ folder, brand, assets }: ParsedClient): Problem[] {
  const { primaryLogo, secondLogo, logoImage, cssFile } = brand.brandDetail
  const check = (field: string, name: string | null, types: RegExp, what: string): Problem[] => {
    if (name === null) return []
    const asset = assets.find((candidate) => candidate.name === name)
    if (asset && types.test(asset.mediaType)) return []
    const reason = asset ? `must be ${what}` : "is not in assets/"
    return [problemAt(folder.clientJson, ["brandDetail", field], reason)]
  }
  return [
    ...check("primaryLogo", primaryLogo, logoTypes, "a picture"),
    ...check("secondLogo", secondLogo, logoTypes, "a picture"),
    ...check("logoImage", logoImage, emailLogoTypes, "a .png or .jpg, for emails"),
    ...check("cssFile", cssFile, styleTypes, "a .css file"),
  ]
}

/** Without people.json another account system has the people, and the load does not query it. */
function checkUsers({ folder, people, users }: ParsedClient): Problem[] {
  const source = folder.users
  if (!people || !source) return []
  const accounts = new Set(people.map(({ person }) => person.accountNumber))
  return users.flatMap(({ accountNumber }, index) =>
    accounts.has(accountNumber)
      ? []
      : [problemAt(source, [index, "accountNumber"], "belongs to no one in people.json")],
  )
}

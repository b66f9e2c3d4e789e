import { problemAt } from "#platform/files/json-file.ts"
import type { Problem } from "#platform/files/problems.ts"
import type { ParsedClient } from "./parse-folder.ts"

/** A site that is stored before the load. */
export interface KnownSite {
  host: string
  client: string
  /** The groups of unions that lead to this host. */
  groups: string[]
}

/** Checks that the files fit each other and the sites that are already stored. */
export function crossCheck(
  clients: readonly ParsedClient[],
  known: readonly KnownSite[],
): Problem[] {
  return clients.flatMap((parsed) => [
    ...checkName(parsed),
    ...checkBrandFiles(parsed),
    ...checkSites(parsed, clients, known),
    ...checkUnions(parsed, clients, known),
    ...checkUsers(parsed),
  ])
}

function checkName({ folder, brand }: ParsedClient): Problem[] {
  if (brand.client === folder.client) return []
  return [problemAt(folder.clientJson, ["client"], `is not the folder's name, ${folder.client}`)]
}

const logoTypes = /^image\//
/** Mail programs do not show drawings, and some do not show WebP. */
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

function checkSites(
  { folder, brand }: ParsedClient,
  clients: readonly ParsedClient[],
  known: readonly KnownSite[],
): Problem[] {
  const loaded = new Set(clients.map((other) => other.brand.client))
  const clashes = brand.sites.flatMap(({ host }, index) => {
    const owner =
      clients.find((other) => other.brand !== brand && hasHost(other, host))?.brand.client ??
      known.find((site) => site.host === host && !loaded.has(site.client))?.client
    return owner === undefined
      ? []
      : [problemAt(folder.clientJson, ["sites", index, "host"], `belongs to ${owner} too`)]
  })
  const missed = known
    .filter(
      (site) => site.client === brand.client && !clients.some((one) => hasHost(one, site.host)),
    )
    .flatMap(({ host, groups }) =>
      groups
        .filter((group) => !loaded.has(group))
        .map((group) =>
          problemAt(folder.clientJson, ["sites"], `lack ${host}, which ${group} leads to`),
        ),
    )
  return [...clashes, ...missed]
}

function checkUnions(
  { folder, brand }: ParsedClient,
  clients: readonly ParsedClient[],
  known: readonly KnownSite[],
): Problem[] {
  return (brand.clientGroup?.items ?? []).flatMap(({ client, hostName }, index) => {
    const inFolder = clients.find((other) => other.brand.client === client)
    const exists = inFolder
      ? hasHost(inFolder, hostName)
      : known.some((site) => site.client === client && site.host === hostName)
    if (exists) return []
    const path = ["clientGroup", "items", index, "hostName"]
    return [problemAt(folder.clientJson, path, `is no host of a client ${client}`)]
  })
}

/** Without people.json another account system has the people, and the load does not ask it. */
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

function hasHost({ brand }: ParsedClient, host: string): boolean {
  return brand.sites.some((site) => site.host === host)
}

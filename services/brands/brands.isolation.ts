import { listSites } from "#commands/sites.store.ts"
import type { Queries } from "#database/sql.ts"
import type { IsolationCase } from "#testing/isolation.ts"
import { shared } from "#testing/second-tenant/keys.ts"
import { forgetShortNames, giveStripeAccount } from "#testing/second-tenant/loads.store.ts"
import { findContents } from "./content.store.ts"
import { addReport, countReport } from "./csp-reports.store.ts"
import { findSites, type LoadedGroup, replaceSites } from "./loading/clients.load.store.ts"
import {
  findSharedTitles,
  notePublishedFiles,
  replaceAssets,
  replaceContents,
  storeBrandFiles,
} from "./loading/contents.load.store.ts"
import {
  findAsset,
  findClientBrand,
  findCustomerHost,
  findEarlierFile,
  findOutageBrands,
  findSite,
} from "./sites.store.ts"

const { noon, report, fileHash } = shared

export const brandCases: IsolationCase[] = [
  { name: "findSite", run: (tx, client) => findSite(tx, `${client}.localhost`) },
  // The client is a union, and its group is found by the group's item for it.
  { name: "findSite of a union", run: (tx) => findSite(tx, "electricians.localhost") },
  { name: "findClientBrand", run: (tx, client) => findClientBrand(tx, client) },
  ...["harbor", "electricians"].map(
    (member): IsolationCase => ({
      name: `findClientBrand of a client without a short name and an account, in a group that has ${member}`,
      async run(tx, client) {
        await forgetShortNames(tx, [client, "support"])
        await giveStripeAccount(tx, "trades")
        const named = member === "harbor" ? client : member
        await replace(tx, ["support"], [groupOf("support", named)])
        return await findClientBrand(tx, client)
      },
    }),
  ),
  {
    name: "findOutageBrands",
    run: async (tx, client) =>
      (await findOutageBrands(tx)).filter(({ host }) => host === `${client}.localhost`),
  },
  { name: "findCustomerHost", run: (tx, client) => findCustomerHost(tx, client) },
  {
    name: "findEarlierFile",
    run: async (tx, client) => {
      const served = await findAsset(tx, client, "brand.css")
      return await findEarlierFile(tx, client, served?.hash ?? "")
    },
  },
  {
    name: "notePublishedFiles",
    run: (tx, client) => notePublishedFiles(tx, client, [fileHash]),
  },
  { name: "findSharedTitles", run: (tx) => findSharedTitles(tx) },
  { name: "findAsset", run: (tx, client) => findAsset(tx, client, "brand.css") },
  { name: "findContents", run: (tx, client) => findContents(tx, client) },
  {
    name: "replaceContents",
    run: (tx, client) => replaceContents(tx, client, [{ title: "welcome", html: "<p>New</p>" }]),
  },
  {
    name: "replaceAssets",
    run: (tx, client) =>
      replaceAssetsWithFile(tx, client, [{ name: "new.css", hash: "new", mediaType: "text/css" }]),
  },
  {
    name: "replaceSites without a group",
    run: (tx, client) => replace(tx, [client], []),
  },
  {
    name: "replaceSites with another item at the same host",
    run: (tx, client) => replace(tx, [client], [groupOf(client, "electricians")]),
  },
  {
    name: "replaceSites beside a group that lists the same item",
    run: (tx, client) => replace(tx, [client, "support"], [groupOf("support", "steelworkers")]),
  },
  {
    name: "replaceSites with the same group",
    run: (tx, client) => replace(tx, [client], [groupOf(client, "steelworkers")]),
  },
  { name: "countReport", run: (tx, client) => countReport(tx, client, report, noon) },
  {
    name: "addReport where the client has room for one",
    run: (tx, client) => addReport(tx, client, { ...report, blocked: "eval" }, noon, 2),
  },
  {
    name: "listSites",
    run: async (tx, client) => (await listSites(tx)).filter((site) => site.client === client),
  },
]

function groupOf(client: string, item: string): LoadedGroup {
  const hostName = "steelworkers.localhost"
  return {
    client,
    label: "New",
    term: "local",
    items: [{ client: item, name: item, subGroup: "", hostName }],
  }
}

/** Gives these groups to the clients, and leaves their sites unchanged. */
async function replace(tx: Queries, clients: string[], groups: LoadedGroup[]) {
  const sites = (await findSites(tx))
    .filter(({ client }) => clients.includes(client))
    .map(({ host, client }) => ({ host, client, isCustomerSite: client !== "support" }))
  return await replaceSites(tx, clients, sites, groups)
}

async function replaceAssetsWithFile(
  tx: Queries,
  client: string,
  assets: Parameters<typeof replaceAssets>[2],
) {
  const files = assets.map((asset) => ({ ...asset, body: Buffer.from("") }))
  await storeBrandFiles(tx, client, files)
  return await replaceAssets(tx, client, assets)
}

import type { Transaction } from "#database/open.ts"
import { findSites } from "../loading/clients.load.store.ts"
import { siteFaults } from "../loading/site-faults.ts"
import type { NewContent } from "./publish.ts"
import { brandToday, releasedNameOf } from "./release-content.ts"
import type { WholeRelease } from "./releases.store.ts"

/** A release cannot be made or published. */
export class ReleaseRefused extends Error {
  override name = "ReleaseRefused"
}

/**
 * The release in today's form. Errors: `ReleaseRefused` if it conflicts with the rules or with
 * other brands.
 */
export async function servable(
  tx: Transaction,
  { client, number, content }: WholeRelease,
): Promise<Pick<NewContent, "client" | "content">> {
  if (!content.brand) return { client, content }
  const brand = brandToday(content.brand, `Release ${number}`)
  const [fault] = siteFaults(brand, [brand], await findSites(tx))
  if (fault) {
    throw new ReleaseRefused(`Release ${number}: ${fault.path.join(".")} ${fault.reason}.`)
  }
  return { client, content: { ...content, brand } }
}

export function refuseOutdated(
  client: string,
  base: number | null,
  now: WholeRelease | undefined,
  number?: number,
): never {
  const name = releasedNameOf(client)
  const what = number === undefined ? "This folder" : `Release ${number}`
  const made = base === null ? "before any release" : `from release ${base}`
  if (!now) throw new ReleaseRefused(`${name} has no release ${base}.`)
  const over = number === undefined ? `--base ${now.number}` : `--over ${now.number}`
  const compared = number === undefined ? `${base} ${now.number}` : `${now.number} ${number}`
  throw new ReleaseRefused(
    [
      `${what} was made ${made}, and release ${now.number} is published now (${now.madeBy}: ${now.what}).`,
      `Publishing it would take that back. See: npm run my-account -- diff ${name} ${compared}`,
      `To publish it all the same, add ${over}.`,
    ].join("\n"),
  )
}

import type { Database, Transaction } from "#database/open.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import type { Audit } from "#services/audit/audit.ts"
import { waitForOtherLoad } from "../loading/clients.load.store.ts"
import {
  isSameContent,
  type NewContent,
  type Published,
  publishContents,
  publishedOf,
  type ReleaseAct,
  recordReleases,
  serve,
  storeContent,
} from "./publish.ts"
import { ReleaseRefused, refuseOutdated, servable } from "./release-checks.ts"
import { clientNamed, type ReleaseContent, type ReleaseFile } from "./release-content.ts"
import { diffReleases, type ReleaseDiff } from "./release-diff.ts"
import {
  findFile,
  findNewest,
  findRelease,
  listReleases,
  markPublished,
  type ReleaseRow,
  type WholeRelease,
} from "./releases.store.ts"

/**
 * Changes one thing in the published version. `bodyOf` reads one of its files. Errors: those of the
 * change.
 */
export type Edit = (
  content: ReleaseContent,
  bodyOf: (file: ReleaseFile) => Promise<Buffer>,
) => Promise<Pick<NewContent, "content" | "files">>

/**
 * Checks a version before it is published. `before` is the version that it replaces. If it throws,
 * nothing is published.
 */
export type CheckRelease = (
  tx: Queries,
  before: ReleaseContent | undefined,
  after: ReleaseContent,
  bodyOf: (file: ReleaseFile) => Promise<Buffer>,
) => Promise<void>

/**
 * Releases of brands, for the operator. `by` is the operator's name. Every function takes the name
 * of a client's folder, and waits for other loads.
 *
 * Errors of all functions: `ReleaseRefused`, also if the client or release does not exist.
 */
export function createReleases({
  database,
  clock,
  audit,
  by,
}: {
  database: Database
  clock: Clock
  audit: Audit
  by: string
}) {
  /** Does the work in one transaction, after every other load. */
  async function inTurn<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return await database.transaction(async (tx) => {
      await waitForOtherLoad(tx)
      return await work(tx)
    })
  }

  const actOf = (what: string): ReleaseAct => ({ by, at: clock.now(), what })

  async function published(tx: Transaction, name: string): Promise<WholeRelease> {
    const release = await publishedOf(tx, clientNamed(name), clock.now())
    if (!release) throw new ReleaseRefused(`There is no client ${name}.`)
    return release
  }

  async function release(tx: Transaction, name: string, number: number): Promise<WholeRelease> {
    const found = await findRelease(tx, clientNamed(name), number)
    if (!found) throw new ReleaseRefused(`${name} has no release ${number}.`)
    return found
  }

  /** The client's releases, newest first. */
  async function list(name: string): Promise<ReleaseRow[]> {
    return await inTurn(async (tx) => {
      await published(tx, name)
      return await listReleases(tx, clientNamed(name))
    })
  }

  /**
   * The differences between two releases. Without `from`, compares the published release with a
   * newer unpublished one, or otherwise with the one that it replaced.
   */
  async function diff(
    name: string,
    from?: number,
    to?: number,
  ): Promise<{ from: number; to: number; diff: ReleaseDiff }> {
    return await inTurn(async (tx) => {
      const now = await published(tx, name)
      const [newest] = await listReleases(tx, now.client)
      const isNewer = newest !== undefined && newest.number > now.number
      const first = from ?? (isNewer ? now.number : (now.base ?? now.number))
      const second = to ?? (isNewer && from === undefined ? newest.number : now.number)
      const [before, after] = [await release(tx, name, first), await release(tx, name, second)]
      return { from: first, to: second, diff: diffReleases(before.content, after.content) }
    })
  }

  /**
   * Stores versions without publishing them. A version that equals the published or the newest
   * release is not stored again. Returns the number of each.
   */
  async function store(
    versions: readonly NewContent[],
    what: string,
  ): Promise<{ client: string; number: number; isPublished: boolean }[]> {
    return await inTurn(async (tx) => {
      const act = actOf(what)
      const stored: { client: string; number: number; isPublished: boolean; isNew: boolean }[] = []
      for (const version of versions) {
        const { client } = version
        const now = await publishedOf(tx, client, act.at)
        const newest = await findNewest(tx, client)
        const same = [now, newest].find((one) => one && isSameContent(one.content, version.content))
        const number = same?.number ?? (await storeContent(tx, version, act))
        stored.push({ client, number, isPublished: same === now && !!now, isNew: !same })
      }
      const made = stored.filter(({ isNew }) => isNew)
      await recordReleases(audit, tx, "release.store", made, act)
      return stored.map(({ isNew: _isNew, ...one }) => one)
    })
  }

  /** A stored release. */
  async function find(name: string, number: number): Promise<WholeRelease> {
    return await inTurn(async (tx) => {
      await publishedOf(tx, clientNamed(name), clock.now())
      return await release(tx, name, number)
    })
  }

  /** Publishes new versions together. `base` is the release on which they are based, if known. */
  async function publishNew(
    versions: readonly NewContent[],
    what: string,
    base?: number,
  ): Promise<Published[]> {
    return await inTurn(async (tx) => {
      const act = actOf(what)
      for (const { client } of versions) {
        const before = await publishedOf(tx, client, act.at)
        if (base !== undefined && before?.number !== base) refuseOutdated(client, base, before)
      }
      const { published } = await publishContents(tx, versions, act)
      await recordReleases(audit, tx, "release.publish", published, act)
      return published
    })
  }

  /**
   * Publishes a stored release. Refused if another release was published since this one was
   * created, unless `over` is the number of that other one.
   */
  async function publish(
    name: string,
    number: number,
    { over, check }: { over: number | undefined; check: CheckRelease },
  ): Promise<Published> {
    return await inTurn(async (tx) => {
      const before = await publishedOf(tx, clientNamed(name), clock.now())
      const row = await release(tx, name, number)
      if (row.isPublished) throw new ReleaseRefused(`Release ${number} is published already.`)
      if (row.publishedAt !== null) {
        throw new ReleaseRefused(
          `Release ${number} was published before. Bring it back with: npm run my-account -- rollback ${name} ${number}`,
        )
      }
      const isOutdated = before !== undefined && row.base !== before.number
      if (isOutdated && over !== before.number) refuseOutdated(row.client, row.base, before, number)
      const act = actOf(`publish ${number}`)
      const version = await servable(tx, row)
      await check(tx, undefined, version.content, ({ hash }) => bodyOf(tx, row.client, hash))
      await markPublished(tx, row.client, number, act.at)
      await serve(tx, [version])
      const done = { client: row.client, number, replaced: before?.number ?? null }
      await recordReleases(audit, tx, "release.publish", [done], act)
      return done
    })
  }

  /**
   * Publishes a new release with the content of an earlier one, by default the one published
   * before.
   */
  async function rollback(name: string, number?: number): Promise<Published & { equals: number }> {
    return await inTurn(async (tx) => {
      const before = await published(tx, name)
      const to = number ?? before.base
      if (to === null) throw new ReleaseRefused(`${name} has no release before ${before.number}.`)
      const row = await release(tx, name, to)
      const act = actOf(`rollback to ${to}`)
      const { client, content } = await servable(tx, row)
      if (isSameContent(before.content, content)) {
        throw new ReleaseRefused(
          `Release ${to} equals release ${before.number}, which is published.`,
        )
      }
      const { published: done } = await publishContents(tx, [{ client, content, files: [] }], act)
      await recordReleases(audit, tx, "release.rollback", done, act)
      const [made] = done
      if (!made) throw new Error("The rollback made no release.")
      return { ...made, equals: to }
    })
  }

  /** Publishes the published version with one change; undefined if the change has no effect. */
  async function change(
    name: string,
    what: string,
    { edit, check }: { edit: Edit; check: CheckRelease },
  ): Promise<Published | undefined> {
    return await inTurn(async (tx) => {
      const before = await published(tx, name)
      const act = actOf(what)
      const { client, content } = before
      const edited = await edit(content, ({ hash }) => bodyOf(tx, client, hash))
      const added = new Map(edited.files.map(({ hash, body }) => [hash, body]))
      await check(tx, content, edited.content, async ({ hash }) => {
        return added.get(hash) ?? (await bodyOf(tx, client, hash))
      })
      const version = { client, ...edited }
      const { published: done } = await publishContents(tx, [version], act)
      await recordReleases(audit, tx, "release.publish", done, act)
      return done[0]
    })
  }

  return { list, find, diff, store, publishNew, publish, rollback, change }
}

async function bodyOf(tx: Transaction, client: string, hash: string): Promise<Buffer> {
  const body = await findFile(tx, client, hash)
  if (!body) throw new Error(`The file ${hash} of ${client} is not stored.`)
  return body
}

import { openDatabase } from "#database/open.ts"
import type { TestFile } from "#tools/test/files.ts"
import type { Part } from "../part.ts"
import { shareOf } from "../suite-parts.ts"
import { testFilesPart } from "../test-files.ts"
import { onPostgres } from "../world/postgres.ts"
import { startPgBouncer } from "./pgbouncer.ts"
import { readNumber } from "./read-number.store.ts"

/**
 * Files about the connections themselves, or about roles, because the pooler logs in as one role.
 */
const aboutConnections =
  /^(database\/open|server\/migrated-database|commands\/person\/serving-role)\./

/**
 * The database tests, including those of the API, through PgBouncer in transaction mode with
 * NAMED_STATEMENTS=off. The small form runs a sixth of the files, selected by its seed.
 */
export const pooler: Part = async (run) => [...(await namesAreLost()), ...(await tests(run))]

const tests = testFilesPart((all, run) => ({
  files: shareOf(all.filter(runsHere), run, 6),
  engine: "PostgreSQL",
  async beside(postgresUrl) {
    const { url, stop } = await startPgBouncer(postgresUrl)
    return { env: { TEST_POOLER_URL: url, NAMED_STATEMENTS: "off" }, stop }
  },
}))

function runsHere({ path, kind, isProofOnly }: TestFile): boolean {
  return kind === "database" && !isProofOnly && !aboutConnections.test(path)
}

/**
 * Runs the same statements with names, which must fail: otherwise the tests would prove nothing.
 */
async function namesAreLost(): Promise<string[]> {
  return await onPostgres(async (postgresUrl) => {
    const { url, stop } = await startPgBouncer(postgresUrl)
    try {
      const [named, unnamed] = [await failures(url, true), await failures(url, false)]
      return [
        ...(named === 0 ? ["named statements work through the pooler"] : []),
        ...(unnamed > 0 ? [`${unnamed} statements without names failed`] : []),
      ]
    } finally {
      await stop()
    }
  })
}

async function failures(url: string, namesStatements: boolean): Promise<number> {
  const database = await openDatabase({ url, namesStatements })
  const statements = Array.from({ length: 200 }, (_, number) => readNumber(database, number))
  const outcomes = await Promise.allSettled(statements)
  await database.close()
  return outcomes.filter(({ status }) => status === "rejected").length
}

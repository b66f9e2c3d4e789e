import { startPostgres } from "#testing/postgres.ts"

/** Starts a PostgreSQL for the whole run, unless TEST_DATABASE_URL names one. */
export default async function startPostgresOnce(): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL !== undefined) return async () => undefined
  const postgres = await startPostgres()
  process.env.TEST_DATABASE_URL = postgres.url
  return postgres.stop
}

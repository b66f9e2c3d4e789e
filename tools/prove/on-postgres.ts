import { startPostgres } from "#testing/postgres.ts"

/** Runs `work` on a separate PostgreSQL, which ends with the work or with the process. */
export async function onPostgres<Result>(
  work: (databaseUrl: string) => Promise<Result>,
): Promise<Result> {
  const postgres = await startPostgres()
  const end = () => void postgres.stop().then(() => process.exit(1))
  process.once("SIGINT", end).once("SIGTERM", end)
  try {
    return await work(postgres.url)
  } finally {
    process.off("SIGINT", end).off("SIGTERM", end)
    await postgres.stop()
  }
}

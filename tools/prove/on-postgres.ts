import { openDatabase } from "#database/open.ts"
import { startPostgres } from "#testing/postgres.ts"
import { addServingRole } from "./serving.store.ts"

const role = "serving"

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

/** The URL by which servers read and write `databaseUrl`, which they may not alter. */
export async function servingUrlOf(databaseUrl: string): Promise<string> {
  const owner = await openDatabase({ url: databaseUrl })
  try {
    await addServingRole(owner, role)
  } finally {
    await owner.close()
  }
  const url = new URL(databaseUrl)
  url.username = role
  return url.href
}

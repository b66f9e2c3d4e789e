import { once } from "node:events"
import { chownSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { forThrowAway, postgresPrograms, ready, spawnPostgres } from "#testing/postgres.ts"
import { freePort } from "#tools/free-port.ts"
import { testFilesPart } from "../test-files.ts"
import { copyPrimary } from "./base-backup.ts"

/** Search and the audit log with READ_DATABASE_URL set to a streaming replica of PostgreSQL. */
export const replica = testFilesPart((all) => ({
  files: all.filter(({ proofs }) => proofs.includes("replica")),
  engine: "PostgreSQL",
  async beside(postgresUrl) {
    const { url, stop } = await startReplica(postgresUrl)
    return { env: { TEST_REPLICA_URL: url }, stop }
  },
}))

async function startReplica(postgresUrl: string) {
  const { owner } = postgresPrograms()
  const folder = mkdtempSync(join(tmpdir(), "replica-"))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, "data")
  await copyPrimary(Number(new URL(postgresUrl).port), data, "replica")
  const port = await freePort()
  const server = spawnPostgres(data, port, forThrowAway)
  await ready(server)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      if (server.exitCode === null && server.kill("SIGQUIT")) await once(server, "exit")
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

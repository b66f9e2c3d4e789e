import { existsSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { isEmpty } from "#commands/backup/backup.store.ts"
import { findHold } from "#server/restored.store.ts"
import { runCommand } from "#testing/command.ts"
import type { Random } from "#testing/random.ts"
import { inDatabase } from "../world/postgres.ts"
import { startProcess } from "../world/processes.ts"

interface Kills {
  /** The folder of the backup. */
  target: string
  settings: Record<string, string>
  random: Random
  kills: number
  /** Creates an empty database, and returns the settings that name it. */
  create(name: string): Promise<{ DATABASE_URL: string; MIGRATE_DATABASE_URL: string }>
}

/**
 * Kills restores at random moments. Each one must leave a database that is empty, or on which
 * nothing bills.
 */
export async function killedRestores({ target, settings, random, kills, create }: Kills) {
  const wrong: string[] = []
  for (let n = 0; n < kills; n += 1) {
    const made = await create(`killed_${n}`)
    const own = { ...settings, ...made }
    const restore = ["restore", target] as const
    const isComplete = await killedAfter(...restore, own, random.below(4_000))
    const [isHeld, isBlank] = await inDatabase({ url: made.MIGRATE_DATABASE_URL }, async (left) => [
      (await findHold(left)) !== undefined,
      await isEmpty(left),
    ])
    if (isComplete || isBlank) continue
    if (!isHeld) wrong.push("a killed restore left a database that is not held")
    const billed = await runCommand("billing-run", [], own)
    if (billed.code !== 1) wrong.push("billing ran on a database whose restore was killed")
  }
  return wrong
}

/** Kills a backup at a random moment. Only a complete one may have a folder with its name. */
export async function killedBackup(
  target: string,
  settings: Record<string, string>,
  random: Random,
): Promise<string[]> {
  const milliseconds = 500 + random.below(1_500)
  const isWhole = await killedAfter("backup", target, settings, milliseconds)
  return isWhole === existsSync(target) ? [] : ["a killed backup has a folder of its name"]
}

/** Returns whether the command ended with 0 before it was killed. */
async function killedAfter(
  command: "backup" | "restore",
  word: string,
  settings: Record<string, string>,
  milliseconds: number,
): Promise<boolean> {
  const { ended, end } = startProcess("commands/my-account.ts", [command, word], settings)
  await Promise.race([ended, sleep(milliseconds)])
  return (await end("SIGKILL")) === 0
}

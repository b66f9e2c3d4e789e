import { setTimeout as sleep } from "node:timers/promises"
import type { Database } from "#database/open.ts"
import { runCommand } from "#testing/command.ts"
import type { Run } from "../part.ts"
import { seconds } from "../rolling/installation.ts"
import { startProcess } from "../world/processes.ts"
import { countSealedWith } from "./rotation.store.ts"

/**
 * Reseals everything that is sealed with the key of this id: first with a process that is killed in
 * the middle, then with two in parallel. Returns one line for each failed check.
 */
export async function resealTwice(
  database: Database,
  { id, settings, log }: { id: Buffer; settings: Record<string, string>; log: Run["log"] },
): Promise<string[]> {
  const wrong: string[] = []
  const before = await countSealedWith(database, id)
  const left = await killInTheMiddle()
  log(`reseal was killed: ${before - left} of ${before} values were sealed again`)
  if (left === 0 || left === before) wrong.push("reseal was not killed in the middle")

  const began = performance.now()
  const both = await Promise.all([0, 1].map(() => runCommand("keys", ["reseal"], settings)))
  const took = performance.now() - began
  const sealed = both.map(({ out }) => Number(/^Sealed (\d+) value/.exec(out)?.[1]))
  for (const { code, err } of both) if (code !== 0) wrong.push(`reseal ended with ${code}: ${err}`)
  const total = (sealed[0] ?? 0) + (sealed[1] ?? 0)
  const rate = Math.round((total * 1000) / took)
  log(`two at once: ${sealed.join(" + ")} values in ${seconds(began)}, ${rate} a second`)
  if (total !== left) wrong.push(`two at once sealed ${total} values, not ${left}`)
  const rest = await countSealedWith(database, id)
  if (rest > 0) wrong.push(`${rest} values are still sealed with the earlier key`)
  return wrong

  async function killInTheMiddle(): Promise<number> {
    const { child, end } = startProcess("commands/my-account.ts", ["keys", "reseal"], settings)
    const enough = before * 0.8
    while (child.exitCode === null && (await countSealedWith(database, id)) > enough) {
      await sleep(10)
    }
    await end("SIGKILL")
    return await countSealedWith(database, id)
  }
}

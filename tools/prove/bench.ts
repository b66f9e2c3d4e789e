import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import type { Part } from "./part.ts"

/** Runs the small form of the benchmark, as a developer would. Its figures are not judged here. */
export const bench: Part = async ({ log }) => {
  const child = spawn("npm", ["run", "--silent", "bench", "--", "--small"], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  const ended = once(child, "close")
  const wrong: string[] = []
  for await (const line of createInterface(child.stdout)) {
    log(line)
    if (line.includes("did not finish")) wrong.push(line)
  }
  const [code] = await ended
  return code === 0 ? wrong : [...wrong, `npm run bench ended with ${code}`]
}

import { solveChallenge } from "altcha-lib"
import { deriveKey } from "altcha-lib/algorithms/pbkdf2"
import type { Challenge } from "#ports/captcha/port.ts"

/** Solves a task as a browser does, and returns the value of the header. */
export async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error("The task was not solved in time.")
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64")
}

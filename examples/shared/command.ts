import { portOption, readCommandLine } from "#server/config/command-line.ts"
import { serve } from "./serve.ts"
import type { Store } from "./store.ts"

const options = { port: { type: "string" }, token: { type: "string" } } as const

/** Reads the command line of a sample, and serves its store until the process ends. */
export async function serveCommand(
  usage: string,
  open: (folder: string | undefined) => Promise<Store>,
): Promise<void> {
  const { values, words } = readCommandLine({ usage, options, words: [0, 1] as const })
  const store = await open(words[0])
  const port = portOption(values.port, 3301)
  const token = values.token ?? process.env.POLICY_ADMIN_TOKEN
  const served = await serve(store, { port, ...(token !== undefined && { token }) })
  console.log(`The account system answers at ${served.url} with the token ${served.token}`)
}

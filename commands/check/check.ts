// Verifies a deployment before it serves: npm run my-account -- check

import { readCommandLine, runCommandLine } from "#server/config/command-line.ts"
import { readConfig, SettingsRefused } from "#server/config/config.ts"
import { terminal } from "#server/config/typed-as.ts"
import { checkDeployment } from "./deployment.ts"
import { type CheckOutcome, checkReportOf, problem } from "./outcome.ts"

const command = {
  usage: `npm run my-account -- check [--json]
Checks the settings, the database and its migrations, clock, key, brands, mail server, payment gateway,
account system, document store, identity providers, ports and build. It changes nothing but one small file in the document store;
at Stripe it makes a SetupIntent without a customer and cancels it.
  --json  prints the findings as JSON
Exit codes: 0 ready, perhaps with warnings; 1 a problem; 2 typed wrong.`,
  options: { json: { type: "boolean", default: false } },
} as const

await runCommandLine(command, async () => {
  const { json } = readCommandLine(command).values
  if (!json) terminal.err("Checking the settings, the database, and each system that they name …")
  const outcomes = await outcomesOf(process.env)
  terminal.out(json ? JSON.stringify(outcomes, null, 2) : checkReportOf(outcomes))
  if (outcomes.some(({ level }) => level === "problem")) process.exitCode = 1
})

async function outcomesOf(env: NodeJS.ProcessEnv): Promise<CheckOutcome[]> {
  try {
    return await checkDeployment(readConfig(env), env)
  } catch (error) {
    if (!(error instanceof SettingsRefused)) throw error
    return error.problems.map((line) => problem("settings", line))
  }
}

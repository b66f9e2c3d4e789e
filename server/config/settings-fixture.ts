import { readConfig, SettingsRefused } from "./config.ts"

/** The problems that readConfig finds in this environment. */
export function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof SettingsRefused) return error.problems
    throw error
  }
}

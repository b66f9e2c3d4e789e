import { misspelled } from "./misspelled.ts"
import { type Setting, SettingFault } from "./setting.ts"
import { type SettingName, type SettingValues, settings } from "./settings.ts"

/** The settings of an environment, and their problems. */
export interface ReadSettings {
  values: SettingValues
  /** Whether the setting is present, usable or not. */
  isSet(name: SettingName): boolean
  /** Adds a problem that involves several settings, as a line for the operator. */
  refuse(problem: string): void
  /** One line for each problem, in the order of the settings. No line repeats a secret. */
  problems: readonly string[]
  /** Lines for the operator about names that look like mistyped settings. */
  warnings: readonly string[]
}

export function readSettings(env: NodeJS.ProcessEnv): ReadSettings {
  const problems: string[] = []
  const names = Object.keys(settings) as SettingName[]
  const values = Object.fromEntries(
    names.map((name) => {
      const text = env[name]
      return [name, text ? readValue(name, text, problems) : undefined]
    }),
  ) as SettingValues
  return {
    values,
    isSet: (name) => Boolean(env[name]),
    refuse: (problem) => problems.push(problem),
    problems,
    warnings: misspelled(Object.keys(env), names),
  }
}

function readValue(name: SettingName, text: string, problems: string[]): unknown {
  const { form, isSecret, example }: Setting<unknown> = settings[name]
  try {
    const value = form.read(text)
    if (value !== undefined) return value
    const found = isSecret || looksSecret.test(text) ? "" : `, not ${quoted(text)}`
    problems.push(`${name} must be ${form.must}${found}. Example: ${name}=${example}`)
  } catch (error) {
    const { message } = error as Error
    problems.push(error instanceof SettingFault ? `${name} ${message}` : message)
  }
  return undefined
}

/** The beginnings of Stripe's secrets, which are sometimes typed into another setting. */
const looksSecret = /^(sk|rk|whsec)_/

/** The text in quotes on one line, shortened because a path or list may be long. */
function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)
}

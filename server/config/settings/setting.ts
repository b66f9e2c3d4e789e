/** A text that has the form, and cannot be used. The message completes "PORT …". */
export class SettingFault extends Error {
  override name = "SettingFault"
}

/** The form of a text. */
export interface Form<Value> {
  /** Completes the sentence "PORT must be …". */
  must: string
  /** A text that it takes. */
  example: string
  /**
   * The value of this text. Undefined: it has another form.
   *
   * Errors: a `SettingFault`, or another `Error` whose message names the setting, where the
   * sentence above is not enough.
   */
  read(text: string): Value | undefined
}

/** One environment variable that an operator may set. */
export interface Setting<Value> {
  form: Form<Value>
  /** In Markdown, for docs/configuration.md. */
  meaning: string
  /** The value in use if it is absent, in Markdown. Empty: none. */
  byDefault: string
  /** Its value appears in no message. */
  isSecret: boolean
  /** A fitting text for .env.example. */
  example: string
}

export interface Described {
  meaning: string
  byDefault?: string
  example?: string
  isSecret?: boolean
}

export function setting<Value>(
  form: Form<Value>,
  { meaning, byDefault = "", example = form.example, isSecret = false }: Described,
): Setting<Value> {
  return { form, meaning, byDefault, example, isSecret }
}

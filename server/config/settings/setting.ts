/** A text that has the right form but cannot be used. The message completes "PORT …". */
export class SettingFault extends Error {
  override name = "SettingFault"
}

/** The form of a setting's text. */
export interface Form<Value> {
  /** Completes the sentence "PORT must be …". */
  must: string
  /** An example of an accepted text. */
  example: string
  /**
   * The value of this text; undefined if the text does not have this form.
   *
   * Errors: a `SettingFault`, or another `Error` whose message names the setting, where the
   * sentence above does not suffice.
   */
  read(text: string): Value | undefined
}

/** One environment variable that an operator may set. */
export interface Setting<Value> {
  form: Form<Value>
  /** The meaning in Markdown, for docs/configuration.md. */
  meaning: string
  /** The default value in Markdown; empty if there is none. */
  byDefault: string
  /** Whether messages must not contain its value. */
  isSecret: boolean
  /** An example value for .env.example. */
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

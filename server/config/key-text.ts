import type { Form } from "./settings/setting.ts"

const keyBytes = 32

/** Whether the text is 32 bytes in canonical base64. */
export function isKey(text: string): boolean {
  const key = Buffer.from(text, "base64")
  return key.length === keyBytes && key.toString("base64") === text
}

/** Several keys, separated by commas or white space. */
export const keysForm: Form<readonly string[]> = {
  must: "keys like SECRET_KEY, separated by commas or spaces",
  example: "the-44-characters-of-one-key,those-of-another",
  read(text) {
    const keys = text.split(/[\s,]+/).filter((key) => key !== "")
    return keys.length > 0 && keys.every(isKey) ? keys : undefined
  },
}

/** The text of a key. */
export const keyForm: Form<string> = {
  must: '32 random bytes as base64, such as "openssl rand -base64 32" prints',
  example: "the-44-characters-that-openssl-printed",
  read: (text) => (isKey(text.trim()) ? text.trim() : undefined),
}

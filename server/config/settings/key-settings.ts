import { keyForm, keysForm } from "../key-text.ts"
import { fileOf } from "./forms.ts"
import { type Form, setting } from "./setting.ts"

export const keySettings = {
  SECRET_KEY: setting(keyForm, {
    byDefault: "the file `secret-key` in `DATA_DIR`",
    isSecret: true,
    meaning:
      "[current key](run/keys.md#the-keys): 32 random bytes as base64 (`openssl rand -base64 32`), the same for every process",
  }),
  SECRET_KEY_FILE: setting(inFile(keyForm, "/run/secrets/my-account-key"), {
    meaning: "a file with the key, instead",
  }),
  OTHER_SECRET_KEYS: setting(keysForm, {
    isSecret: true,
    meaning: "[next and earlier keys](run/keys.md#rotate-the-secret-key), separated by commas",
  }),
  OTHER_SECRET_KEYS_FILE: setting(inFile(keysForm, "/run/secrets/my-account-other-keys"), {
    meaning: "a file with them, one a line, instead",
  }),
  AUDIT_KEY: setting(keyForm, {
    byDefault: "the file `audit-key` in `DATA_DIR`",
    isSecret: true,
    meaning:
      "[key of the audit log](run/keys.md#the-keys), in the form of `SECRET_KEY` and different from it",
  }),
  AUDIT_KEY_FILE: setting(inFile(keyForm, "/run/secrets/my-account-audit-key"), {
    meaning: "a file with the key, instead",
  }),
  OTHER_AUDIT_KEYS: setting(keysForm, {
    isSecret: true,
    meaning: "earlier ones, which earlier entries need, separated by commas",
  }),
  OTHER_AUDIT_KEYS_FILE: setting(inFile(keysForm, "/run/secrets/my-account-other-audit-keys"), {
    meaning: "a file with them, one a line, instead",
  }),
}

/** The content of a readable file, in this form. */
function inFile<Value>(form: Form<Value>, example: string): Form<Value> {
  const content = fileOf(example)
  return {
    must: `the path of a file that contains ${form.must}`,
    example,
    read(path) {
      const text = content.read(path)
      return text === undefined ? undefined : form.read(text)
    },
  }
}

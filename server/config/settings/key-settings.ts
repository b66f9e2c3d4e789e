import { keyForm, keysForm } from "../key-text.ts"
import { fileOf } from "./forms.ts"
import { type Form, setting } from "./setting.ts"

export const keySettings = {
  SECRET_KEY: setting(keyForm, {
    byDefault: "the file `secret-key` in `DATA_DIR`",
    isSecret: true,
    meaning:
      "current key: 32 random bytes as base64 (`openssl rand -base64 32`), the same for every process; see [The keys](run/keys.md#the-keys)",
  }),
  SECRET_KEY_FILE: setting(inFile(keyForm, "/run/secrets/my-account-key"), {
    meaning: "a file that contains the key, instead of `SECRET_KEY`",
  }),
  OTHER_SECRET_KEYS: setting(keysForm, {
    isSecret: true,
    meaning:
      "further keys that are accepted, separated by commas: the next one and earlier ones; see [Rotate the secret key](run/keys.md#rotate-the-secret-key)",
  }),
  OTHER_SECRET_KEYS_FILE: setting(inFile(keysForm, "/run/secrets/my-account-other-keys"), {
    meaning: "a file that contains them, one a line, instead of `OTHER_SECRET_KEYS`",
  }),
  AUDIT_KEY: setting(keyForm, {
    byDefault: "the file `audit-key` in `DATA_DIR`",
    isSecret: true,
    meaning:
      "key of the audit log, in the form of `SECRET_KEY` and different from it; see [The keys](run/keys.md#the-keys)",
  }),
  AUDIT_KEY_FILE: setting(inFile(keyForm, "/run/secrets/my-account-audit-key"), {
    meaning: "a file that contains the key, instead of `AUDIT_KEY`",
  }),
  OTHER_AUDIT_KEYS: setting(keysForm, {
    isSecret: true,
    meaning: "earlier keys of the audit log, which its earlier entries need, separated by commas",
  }),
  OTHER_AUDIT_KEYS_FILE: setting(inFile(keysForm, "/run/secrets/my-account-other-audit-keys"), {
    meaning: "a file that contains them, one a line, instead of `OTHER_AUDIT_KEYS`",
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

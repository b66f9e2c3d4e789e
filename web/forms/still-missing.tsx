import { isNewPassword } from "#contracts/identity/password-rules.ts"
import { isBlank } from "#contracts/required-field.ts"
import { isComplete, type PasswordPair } from "./new-password.tsx"
import styles from "./still-missing.module.css"
import * as texts from "./texts.ts"

/** Each step completes the sentence "To continue, …"; false when it is done. */
export type Steps = readonly (string | false)[]

const listOf = new Intl.ListFormat("en-US")

/** Lists the remaining steps below a disabled button. */
export function StillMissing({ id, steps }: { id?: string; steps: Steps }) {
  if (!areMissing(steps)) return null
  const missing = steps.filter((step) => step !== false)
  return (
    <p className={styles.missing} id={id}>
      {texts.toContinue(listOf.format(missing))}
    </p>
  )
}

export function areMissing(steps: Steps): boolean {
  return steps.some((step) => step !== false)
}

/** The remaining step for a new password that is typed twice; false if it is done. */
export function passwordStep(pair: PasswordPair): string | false {
  if (isComplete(pair)) return false
  if (isBlank(pair.password)) return texts.chooseAPassword
  return isNewPassword(pair.password) ? texts.repeatThePassword : texts.meetThePasswordRules
}

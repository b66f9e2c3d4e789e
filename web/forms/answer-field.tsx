import type { ComponentProps } from "react"
import { answerHint, securityAnswerMaxLength } from "#contracts/identity/security-answer-rules.ts"
import { TextField } from "#web/ui/form/text-field.tsx"

/** The answer to a security question, with its comparison rule. Autocorrect is off. */
export function AnswerField(props: ComponentProps<typeof TextField>) {
  return (
    <TextField
      name="securityAnswer"
      hint={answerHint}
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      maxLength={securityAnswerMaxLength}
      required
      {...props}
    />
  )
}

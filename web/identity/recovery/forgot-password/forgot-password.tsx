import type { FormEvent } from "react"
import { usernameMaxLength } from "#contracts/identity/credential-lengths.ts"
import { isBlank, requiredText } from "#contracts/required-field.ts"
import { screens } from "#contracts/screens.ts"
import { navigate } from "#web/app/location.ts"
import type { ScreenProps } from "#web/app/screen-props.ts"
import {
  UnionField,
  useChosenSite,
  usePresetUnion,
  useUnionRequiredText,
} from "#web/brands/union.tsx"
import { useContents } from "#web/brands/use-contents.ts"
import { call } from "#web/calls/api.ts"
import { savedState, useKept } from "#web/forms/history-state.ts"
import { useFieldErrors } from "#web/forms/use-field-errors.ts"
import { useSubmit } from "#web/forms/use-submit.ts"
import { Button } from "#web/ui/button.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { CaptchaLine } from "../../captcha/captcha-line.tsx"
import { useCaptcha } from "../../captcha/use-captcha.ts"
import type { AskedQuestion } from "../asked-question.ts"
import styles from "../recovery-card.module.css"
import { RecoveryCard } from "../recovery-card.tsx"
import * as texts from "../texts.ts"

const note = "forgot password info"

/** Password recovery, step 1: the username. */
export default function ForgotPassword({ preload }: ScreenProps) {
  const [typed, setTyped] = useKept({ unionClient: usePresetUnion(), username: "" })
  const unionRequiredText = useUnionRequiredText()
  const contents = useContents([note])
  const site = useChosenSite(typed.unionClient)
  const captcha = useCaptcha("forgotPassword")
  const { form, errors, check, corrected } = useFieldErrors<"unionClient" | "username">()
  const { busy, submit } = useSubmit()

  function send(event: FormEvent) {
    event.preventDefault()
    const username = typed.username.trim()
    const isFine = check({
      unionClient: site ? undefined : unionRequiredText,
      username: isBlank(username) ? requiredText : undefined,
    })
    if (!isFine || !site) return
    const { client, hostName } = site
    void submit(async () => {
      preload("securityQuestion")
      const { securityQuestion } = await captcha.protect((proof) =>
        call("GET /appauth/forgotPassword/userName/{username}/client/{client}", undefined, {
          params: { username, client },
          captcha: proof,
        }),
      )
      const asked: AskedQuestion = { securityQuestion, username, hostName }
      navigate(screens.securityQuestion.path, { state: savedState(asked) })
    })
  }

  return (
    <RecoveryCard title={texts.forgotYourPassword} note={contents[note]}>
      <form className={styles.form} method="post" ref={form} noValidate onSubmit={send}>
        <UnionField
          value={typed.unionClient}
          error={errors.unionClient}
          onChange={(unionClient) => {
            setTyped({ ...typed, unionClient })
            corrected("unionClient")
          }}
        />
        <TextField
          label={texts.username}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={usernameMaxLength}
          required
          error={errors.username}
          value={typed.username}
          onChange={(event) => {
            setTyped({ ...typed, username: event.target.value })
            corrected("username")
          }}
        />
        <CaptchaLine captcha={captcha} />
        <Button type="submit" wide busy={busy && texts.lookingForYourQuestion}>
          {texts.nextSecurityVerification}
        </Button>
      </form>
    </RecoveryCard>
  )
}

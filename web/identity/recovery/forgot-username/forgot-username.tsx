import type { FormEvent } from "react"
import { emailInvalidText, emailMaxLength, isEmailAddress } from "#contracts/email-address-rules.ts"
import { planNumberOf, planNumberProblem } from "#contracts/identity/plan-number-rules.ts"
import { isBlank, requiredText } from "#contracts/required-field.ts"
import { navigate } from "#web/app/location.ts"
import {
  UnionField,
  useChosenSite,
  usePresetUnion,
  useUnionRequiredText,
} from "#web/brands/union.tsx"
import { useContents } from "#web/brands/use-contents.ts"
import { call } from "#web/calls/api.ts"
import { forgetCached, useKept } from "#web/forms/history-state.ts"
import { NameFields } from "#web/forms/name-fields.tsx"
import { PlanNumberField } from "#web/forms/plan-number-field.tsx"
import { useFieldErrors } from "#web/forms/use-field-errors.ts"
import { useSubmit } from "#web/forms/use-submit.ts"
import { notify } from "#web/shell/notifications/notifications.ts"
import { Button } from "#web/ui/button.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { CaptchaLine } from "../../captcha/captcha-line.tsx"
import { useCaptcha } from "../../captcha/use-captcha.ts"
import styles from "../recovery-card.module.css"
import { RecoveryCard } from "../recovery-card.tsx"
import * as texts from "../texts.ts"

const blank = { unionClient: "", planNumber: "", firstName: "", lastName: "", email: "" }
type FieldName = keyof typeof blank

const note = "forgot username info"

/** Emails the username to the address on file when all four fields match. */
export default function ForgotUsername() {
  const [typed, setTyped] = useKept({ ...blank, unionClient: usePresetUnion() })
  const unionRequiredText = useUnionRequiredText()
  const contents = useContents([note])
  const site = useChosenSite(typed.unionClient)
  const captcha = useCaptcha("forgotUsername")
  const { form, errors, check, corrected } = useFieldErrors<FieldName>()
  const { busy, submit } = useSubmit()

  function change(name: FieldName, value: string) {
    setTyped({ ...typed, [name]: value })
    corrected(name)
  }

  const field = (name: FieldName) => ({
    name,
    required: true,
    value: typed[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
  })

  function send(event: FormEvent) {
    event.preventDefault()
    const { planNumber, firstName, lastName, email } = typed
    const required = (text: string) => (isBlank(text) ? requiredText : undefined)
    const isFine = check({
      unionClient: site ? undefined : unionRequiredText,
      planNumber: required(planNumber) ?? planNumberProblem(planNumber),
      firstName: required(firstName),
      lastName: required(lastName),
      email: required(email) ?? (isEmailAddress(email) ? undefined : emailInvalidText),
    })
    if (!isFine || !site) return
    const { client, hostName } = site
    const certificateNo = planNumberOf(planNumber)
    const body = { certificateNo, firstName, lastName, emailAddress: email, client, hostName }
    void submit(async () => {
      const { messages } = await captcha.protect((proof) =>
        call("POST /appauth/forgotUsername", body, { captcha: proof }),
      )
      notify(messages, "/")
      forgetCached()
      navigate("/")
    })
  }

  return (
    <RecoveryCard title={texts.forgotYourUsername} note={contents[note]}>
      <form className={styles.form} method="post" ref={form} noValidate onSubmit={send}>
        <UnionField
          value={typed.unionClient}
          error={errors.unionClient}
          onChange={(picked) => change("unionClient", picked)}
        />
        <PlanNumberField {...field("planNumber")} />
        <NameFields className={styles.names} field={field} />
        <TextField
          label={texts.eMail}
          type="email"
          autoComplete="email"
          maxLength={emailMaxLength}
          {...field("email")}
        />
        <CaptchaLine captcha={captcha} />
        <Button type="submit" wide busy={busy && texts.sending}>
          {texts.sendRecoveryEmail}
        </Button>
      </form>
    </RecoveryCard>
  )
}

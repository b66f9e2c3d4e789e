import type { FormEvent } from "react"
import { planNumberOf, planNumberProblem } from "#contracts/identity/plan-number-rules.ts"
import { registrationMinutesLeft } from "#contracts/identity/registration-life.ts"
import { isBlank, requiredText } from "#contracts/required-field.ts"
import type { ScreenProps } from "#web/app/screen-props.ts"
import {
  UnionField,
  useChosenSite,
  usePresetUnion,
  useUnionRequiredText,
} from "#web/brands/union.tsx"
import { useContents } from "#web/brands/use-contents.ts"
import { CallError, call } from "#web/calls/api.ts"
import { PlanNumberField } from "#web/forms/plan-number-field.tsx"
import { useFieldErrors } from "#web/forms/use-field-errors.ts"
import { useSubmit } from "#web/forms/use-submit.ts"
import { Button } from "#web/ui/button.tsx"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import { TextLink } from "#web/ui/text/text-link.tsx"
import { CaptchaLine } from "../../captcha/captcha-line.tsx"
import { useCaptcha } from "../../captcha/use-captcha.ts"
import { countFailedAttempt } from "../failed-attempts.ts"
import { goTo, useRegistration } from "../registration-state.ts"
import styles from "../step.module.css"
import { Step } from "../step.tsx"
import * as texts from "../texts.ts"

const note = "registration note"

/** Registration, step 1: the plan number and, at a client group, the union. */
export default function AccountDetails({ preload }: ScreenProps) {
  const [registration, change] = useRegistration()
  const preset = usePresetUnion()
  const { planNumber = "", unionClient = preset } = registration
  const unionRequiredText = useUnionRequiredText()
  const contents = useContents([note])
  const site = useChosenSite(unionClient)
  const captcha = useCaptcha("registration")
  const { form, errors, check, corrected } = useFieldErrors<"unionClient" | "planNumber">()
  const { busy, submit } = useSubmit()

  function send(event: FormEvent) {
    event.preventDefault()
    const isFine = check({
      unionClient: site ? undefined : unionRequiredText,
      planNumber: isBlank(planNumber) ? requiredText : planNumberProblem(planNumber),
    })
    if (!isFine || !site) return
    void submit(async () => {
      preload("personalInfo")
      const typed = planNumberOf(planNumber)
      const { client } = site
      await captcha.protect((proof) => identify({ planNumber: typed, client }, proof))
      goTo("personalInfo", { ...registration, planNumber: typed, unionClient, isVerified: false })
    })
  }

  return (
    <Step number={1}>
      {contents[note] && <CleanHtml className={styles.note} html={contents[note]} />}
      <form className={styles.form} method="post" ref={form} noValidate onSubmit={send}>
        <UnionField
          value={unionClient}
          error={errors.unionClient}
          onChange={(picked) => {
            change({ unionClient: picked })
            corrected("unionClient")
          }}
        />
        <PlanNumberField
          value={planNumber}
          error={errors.planNumber}
          onChange={(event) => {
            change({ planNumber: event.target.value })
            corrected("planNumber")
          }}
        />
        <p>
          <small>{texts.leastMinutes(registrationMinutesLeft)}</small>
        </p>
        <CaptchaLine captcha={captcha} />
        <div className={styles.actions}>
          <Button type="submit" busy={busy && texts.checkingYourNumber}>
            {texts.next}
          </Button>
          <TextLink alone href="/">
            {texts.backToLogin}
          </TextLink>
        </div>
      </form>
    </Step>
  )
}

async function identify(body: { planNumber: string; client: string }, captcha: string) {
  try {
    await call("POST /appauth/registration/policyNumber", body, { captcha })
  } catch (error) {
    if (error instanceof CallError && isUnknownNumber(error)) countFailedAttempt()
    throw error
  }
}

function isUnknownNumber({ messages }: CallError): boolean {
  return messages.some(({ messageId }) => messageId === "registration.planNumber")
}

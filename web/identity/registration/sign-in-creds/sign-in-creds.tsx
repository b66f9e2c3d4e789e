import { type FormEvent, useId, useState } from "react"
import { usernameMaxLength } from "#contracts/identity/credential-lengths.ts"
import {
  isSecurityAnswer,
  securityAnswerProblem,
} from "#contracts/identity/security-answer-rules.ts"
import { isUsername, usernameText } from "#contracts/identity/username-rules.ts"
import { isBlank } from "#contracts/required-field.ts"
import { screens } from "#contracts/screens.ts"
import { navigate } from "#web/app/location.ts"
import { Redirect } from "#web/app/redirect.tsx"
import type { ScreenProps } from "#web/app/screen-props.ts"
import { useChosenSite } from "#web/brands/union.tsx"
import { call } from "#web/calls/api.ts"
import { writeItem } from "#web/calls/local-storage.ts"
import { AnswerField } from "#web/forms/answer-field.tsx"
import { NewPassword } from "#web/forms/new-password.tsx"
import { QuestionField } from "#web/forms/question-field.tsx"
import { areMissing, passwordStep, StillMissing } from "#web/forms/still-missing.tsx"
import { useSubmit } from "#web/forms/use-submit.ts"
import { notify } from "#web/shell/notifications/notifications.ts"
import { Alert } from "#web/ui/alert.tsx"
import { Button } from "#web/ui/button.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { deviceInfo } from "../../devices/device.ts"
import { storeUser } from "../../session/session.ts"
import { loginIp } from "../../sign-in/login-payload.ts"
import { Agreement } from "../agreement.tsx"
import { BackButton } from "../back-button.tsx"
import { personBody } from "../person-body.ts"
import { readRegistration, stepBack, useRegistration } from "../registration-state.ts"
import styles from "../step.module.css"
import { Step } from "../step.tsx"
import * as texts from "../texts.ts"

/** Registration, step 4: username, password, and security question. */
export default function SignInCreds(props: ScreenProps) {
  if (!readRegistration().isVerified) return <Redirect to={screens.accountDetails.path} />
  return <CredentialsForm {...props} />
}

function CredentialsForm({ preload }: ScreenProps) {
  const [registration, change] = useRegistration()
  const { planNumber = "", unionClient = "", username = "", questionId = "" } = registration
  const { banner = [] } = registration
  const site = useChosenSite(unionClient)
  const [passwords, setPasswords] = useState({ password: "", confirmation: "" })
  const [answer, setAnswer] = useState("")
  const [agreed, setAgreed] = useState(false)
  const { busy, submit } = useSubmit()
  const reasonId = useId()
  const typedUsername = username.trim()
  const usernameError = typedUsername === "" || isUsername(typedUsername) ? undefined : usernameText
  const steps = [
    !isUsername(typedUsername) && texts.chooseUsername,
    passwordStep(passwords),
    questionId === "" && texts.chooseQuestion,
    !isSecurityAnswer(answer) && texts.enterAnswer,
    !agreed && texts.agreeToTheTerms,
  ]
  const isReady = !areMissing(steps)

  function send(event: FormEvent) {
    event.preventDefault()
    if (isReady) void submit(register)
  }

  async function register() {
    if (!site) return
    const { client, clientName, hostName, unionHostName } = site
    preload("dashboard")
    const [clientLoginIp, userDeviceInfo] = await Promise.all([loginIp(), deviceInfo()])
    try {
      const { messages, ...user } = await call("POST /appauth/registration", {
        ...personBody(registration),
        policyNumber: planNumber,
        hostName,
        client,
        clientName,
        username: typedUsername,
        password: passwords.password,
        securityQuestion: questionId,
        securityAnswer: answer,
        clientLoginIp,
        userDeviceInfo,
      })
      notify(messages, screens.dashboard.path)
      writeItem("selectedUnionHostName", unionHostName)
      storeUser(user)
      navigate(screens.dashboard.path, { replace: true })
    } catch (error) {
      stepBack(error, registration)
    }
  }

  return (
    <Step number={4}>
      {banner.length > 0 && <Alert tone="info" content={banner} />}
      <p>{texts.chooseCredentials}</p>
      <form className={styles.form} method="post" noValidate onSubmit={send}>
        <TextField
          label={texts.username}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={usernameMaxLength}
          required
          hint={usernameText}
          error={usernameError && texts.usernameInvalid}
          value={username}
          onChange={(event) => change({ username: event.target.value })}
        />
        <NewPassword
          labels={{ password: texts.password, confirmation: texts.confirmPassword }}
          value={passwords}
          onChange={setPasswords}
        />
        <QuestionField value={questionId} onChange={(picked) => change({ questionId: picked })} />
        <AnswerField
          label={texts.securityAnswer}
          error={isBlank(answer) ? undefined : securityAnswerProblem(answer)}
          value={answer}
          onChange={(event) => setAnswer(event.target.value)}
        />
        <Agreement agreed={agreed} onChange={setAgreed} />
        <div className={styles.actions}>
          <Button
            type="submit"
            disabled={!isReady}
            aria-describedby={isReady ? undefined : reasonId}
            busy={busy && texts.creatingYourAccount}
          >
            {texts.completeRegistration}
          </Button>
          <BackButton to="accountVerification" registration={registration} />
        </div>
        <StillMissing id={reasonId} steps={steps} />
      </form>
    </Step>
  )
}

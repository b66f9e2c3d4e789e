import { CircleCheck } from "lucide"
import { useEffect, useRef } from "react"
import { screens } from "#contracts/screens.ts"
import { Redirect } from "#web/app/redirect.tsx"
import type { ScreenProps } from "#web/app/screen-props.ts"
import { useClient } from "#web/brands/init.ts"
import { useChosenSite } from "#web/brands/union.tsx"
import { call } from "#web/calls/api.ts"
import { StillMissing } from "#web/forms/still-missing.tsx"
import { PhoneNumber } from "#web/shell/phone-number.tsx"
import { Button } from "#web/ui/button.tsx"
import { Icon } from "#web/ui/icon.tsx"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import { TextButton } from "#web/ui/text/text-link.tsx"
import { type CodeAnswer, CodeForm } from "../../codes/code-form.tsx"
import { pauseOf } from "../../codes/use-countdown.ts"
import { BackButton } from "../back-button.tsx"
import { personBody } from "../person-body.ts"
import { goTo, readRegistration, stepBack, useRegistration } from "../registration-state.ts"
import styles from "../step.module.css"
import { Step } from "../step.tsx"
import * as texts from "../texts.ts"

/** Registration, step 3: the emailed code. */
export default function AccountVerification(props: ScreenProps) {
  if (!readRegistration().personNumber) return <Redirect to={screens.accountDetails.path} />
  return <Verification {...props} />
}

function Verification({ preload }: ScreenProps) {
  const [registration, change] = useRegistration()
  const { planNumber = "", unionClient = "", isVerified, statusMessage = "" } = registration
  const { codePause } = registration
  const site = useChosenSite(unionClient)
  const next = useRef<HTMLButtonElement>(null)
  const wasVerified = useRef(isVerified)

  // The boxes, which had the focus, have been removed.
  useEffect(() => {
    if (isVerified && !wasVerified.current) next.current?.focus()
  }, [isVerified])

  async function confirm(passCode: string): Promise<CodeAnswer | undefined> {
    try {
      const reply = await call("POST /appauth/registration/accountVerification", {
        ...personBody(registration),
        passCode,
        planNumber,
      })
      const [message, ...others] = reply.messages
      if (!reply.verified) {
        const statusMessage = message?.content.join(" ") ?? ""
        return { ...reply, status: message?.type ?? "ERROR", statusMessage }
      }
      preload("signInCreds")
      change({ isVerified: true, banner: others.flatMap(({ content }) => content) })
    } catch (error) {
      stepBack(error, registration)
    }
    return undefined
  }

  async function resend(): Promise<CodeAnswer> {
    const { client = "", clientName = "", hostName = "" } = site ?? {}
    const { phoneNumber: _, zipcode: __, ...person } = personBody(registration)
    const body = { ...person, planNumber, client, clientName, hostName }
    const reply = await call("POST /appauth/passcode/resend", body)
    change({ codePause: pauseOf(reply.passCodeCoolDownPeriod) })
    return reply
  }

  return (
    <Step number={3}>
      <div className={styles.verified} role="status">
        {isVerified && (
          <>
            <Icon of={CircleCheck} />
            <span>{texts.verified}</span>
          </>
        )}
      </div>
      {!isVerified && (
        <div className={styles.code}>
          <CodeForm
            hint={<TypedAddress sent={statusMessage} email={registration.email ?? ""} />}
            {...(codePause && { pause: codePause })}
            onConfirm={confirm}
            onResend={resend}
          />
          <WrongAddress onChange={() => goTo("personalInfo", registration)} />
        </div>
      )}
      <div className={styles.actions}>
        <Button ref={next} disabled={!isVerified} onClick={() => goTo("signInCreds", registration)}>
          {texts.next}
        </Button>
        <BackButton to="personalInfo" registration={registration} />
      </div>
      <StillMissing steps={[!isVerified && texts.confirmYourCode]} />
    </Step>
  )
}

/** Names the address that received the code and the address typed in step 2. */
function TypedAddress({ sent, email }: { sent: string; email: string }) {
  return (
    <>
      <CleanHtml html={sent} />
      <p>
        {texts.youEntered} <strong className={styles.email}>{email}</strong>
      </p>
    </>
  )
}

/** What a person with a wrong address or without the email can do. */
function WrongAddress({ onChange }: { onChange: () => void }) {
  const { clientPhoneNumber } = useClient()
  return (
    <div className={styles.wrong}>
      <TextButton alone onClick={onChange}>
        {texts.changeEmailAddress}
      </TextButton>
      {clientPhoneNumber && (
        <p>
          {texts.stillNoEmail} <PhoneNumber number={clientPhoneNumber} />
        </p>
      )}
    </div>
  )
}

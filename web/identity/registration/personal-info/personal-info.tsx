import type { FormEvent } from "react"
import { emailInvalidText, emailMaxLength, isEmailAddress } from "#contracts/email-address-rules.ts"
import { isBlank, requiredText } from "#contracts/required-field.ts"
import { Redirect } from "#web/app/redirect.tsx"
import type { ScreenProps } from "#web/app/screen-props.ts"
import { useChosenSite } from "#web/brands/union.tsx"
import { call } from "#web/calls/api.ts"
import { NameFields } from "#web/forms/name-fields.tsx"
import { useFieldErrors } from "#web/forms/use-field-errors.ts"
import { useSubmit } from "#web/forms/use-submit.ts"
import { Button } from "#web/ui/button.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { pauseOf } from "../../codes/use-countdown.ts"
import { BackButton } from "../back-button.tsx"
import { goTo, readRegistration, stepBack, useRegistration } from "../registration-state.ts"
import styles from "../step.module.css"
import { Step } from "../step.tsx"
import * as texts from "../texts.ts"

/** Registration, step 2: name and email address, as they are on file. */
export default function PersonalInfo(props: ScreenProps) {
  return readRegistration().planNumber ? <PersonForm {...props} /> : <Redirect to="/" />
}

type PersonField = "firstName" | "lastName" | "email"

function PersonForm({ preload }: ScreenProps) {
  const [registration, change] = useRegistration()
  const {
    planNumber = "",
    unionClient = "",
    firstName = "",
    lastName = "",
    email = "",
  } = registration
  const site = useChosenSite(unionClient)
  const { form, errors, check, corrected } = useFieldErrors<PersonField>()
  const { busy, submit } = useSubmit()

  const field = (name: PersonField) => ({
    name,
    required: true,
    value: { firstName, lastName, email }[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => {
      change({ [name]: event.target.value })
      corrected(name)
    },
  })

  function send(event: FormEvent) {
    event.preventDefault()
    const required = (typed: string) => (isBlank(typed) ? requiredText : undefined)
    const isFine = check({
      firstName: required(firstName),
      lastName: required(lastName),
      email: required(email) ?? (isEmailAddress(email) ? undefined : emailInvalidText),
    })
    if (isFine) void submit(identify)
  }

  async function identify() {
    if (!site) return
    const { client, clientName } = site
    preload("accountVerification")
    try {
      const reply = await call("POST /appauth/registration/personalInfo", {
        client,
        clientName,
        planNumber,
        firstName,
        lastName,
        email,
        destinationType: "email",
        phase: "registration",
      })
      goTo("accountVerification", {
        ...registration,
        accountNumber: reply.insproAccountNumbers[0] ?? "",
        personNumber: reply.personNumber,
        statusMessage: reply.statusMessage,
        codePause: pauseOf(reply.passCodeCoolDownPeriod),
        isVerified: false,
      })
    } catch (error) {
      stepBack(error, registration)
    }
  }

  return (
    <Step number={2}>
      <p>{texts.enterNameAsOnPlan}</p>
      <form className={styles.form} method="post" ref={form} noValidate onSubmit={send}>
        <NameFields className={styles.names} field={field} />
        <TextField
          label={texts.eMail}
          type="email"
          autoComplete="email"
          hint={texts.emailHint}
          maxLength={emailMaxLength}
          {...field("email")}
        />
        <div className={styles.actions}>
          <Button type="submit" busy={busy && texts.checkingYourInformation}>
            {texts.next}
          </Button>
          <BackButton to="accountDetails" registration={registration} />
        </div>
      </form>
    </Step>
  )
}

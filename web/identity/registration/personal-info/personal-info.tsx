import type { FormEvent } from "react"
import { isBlank } from "#contracts/first-screen-rules.ts"
import { emailInvalidText, emailMaxLength, isEmailAddress, requiredText } from "#contracts/rules.ts"
import { Redirect } from "#web/app/redirect.tsx"
import type { ScreenProps } from "#web/app/screen-props.ts"
import { useChosenSite } from "#web/brands/union.tsx"
import { call } from "#web/calls/api.ts"
import { useFieldErrors } from "#web/forms/use-field-errors.ts"
import { useSubmit } from "#web/forms/use-submit.ts"
import { Button } from "#web/ui/button.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { TextLink } from "#web/ui/text/text-link.tsx"
import { goTo, readRegistration, stepBack, useRegistration } from "../registration-state.ts"
import styles from "../step.module.css"
import { Step } from "../step.tsx"

/** Registration 2: name and e-mail address, as they are on file. */
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
  const { form, errors, check, mended } = useFieldErrors<PersonField>()
  const { busy, submit } = useSubmit()

  const field = (name: PersonField) => ({
    name,
    required: true,
    value: { firstName, lastName, email }[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => {
      change({ [name]: event.target.value })
      mended(name)
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
        isVerified: false,
      })
    } catch (error) {
      stepBack(error, registration)
    }
  }

  return (
    <Step number={2}>
      <p>Please enter your name and e-mail address as they are on your plan documentation.</p>
      <form className={styles.form} ref={form} noValidate onSubmit={send}>
        <div className={styles.names}>
          <TextField
            label="First name"
            autoComplete="given-name"
            maxLength={100}
            {...field("firstName")}
          />
          <TextField
            label="Last name"
            autoComplete="family-name"
            maxLength={100}
            {...field("lastName")}
          />
        </div>
        <TextField
          label="E-mail"
          type="email"
          autoComplete="email"
          hint="We send a one-time code to this address if it is the one we have on file."
          maxLength={emailMaxLength}
          {...field("email")}
        />
        <div className={styles.actions}>
          <TextLink alone href="/">
            Back to login
          </TextLink>
          <Button type="submit" busy={busy && "Checking your information…"}>
            Next
          </Button>
        </div>
      </form>
    </Step>
  )
}

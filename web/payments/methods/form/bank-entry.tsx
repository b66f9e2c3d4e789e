import { useEffect, useEffectEvent, useId } from "react"
import { Button } from "#web/ui/button.tsx"
import { FieldError } from "#web/ui/form/field.tsx"
import * as texts from "../texts.ts"
import styles from "./bank-entry.module.css"
import formStyles from "./method-form.module.css"
import { useBankSignIn } from "./use-bank-sign-in.ts"
import type { MethodForm } from "./use-method-form.ts"

const ways = [
  { way: "instant", label: texts.signInToYourBank, hint: texts.readyAtOnce },
  { way: "typed", label: texts.typeTheNumbers, hint: texts.depositsFirst },
] as const

/** Asks whether the customer signs in to their bank or types the numbers of a new account. */
export function BankEntry({ methodForm }: { methodForm: MethodForm }) {
  const name = useId()
  const { draft, change } = methodForm
  const preferInstant = useEffectEvent(() => {
    if (draft.routing === "" && draft.account === "") change("bankEntry", "instant")
  })
  useEffect(() => preferInstant(), [])

  return (
    <>
      <fieldset>
        <legend className={formStyles.label}>{texts.waysToAddAccount}</legend>
        {ways.map(({ way, label, hint }) => (
          <label key={way} className={styles.way}>
            <input
              type="radio"
              name={name}
              checked={draft.bankEntry === way}
              onChange={() => change("bankEntry", way)}
            />
            <span>
              <span>{label}</span> <span className={styles.hint}>{hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {draft.bankEntry === "instant" && <BankSignIn methodForm={methodForm} />}
    </>
  )
}

/** The account that the customer chose at their bank, or the button that leads there. */
function BankSignIn({ methodForm }: { methodForm: MethodForm }) {
  const errorId = useId()
  const { draft, errors } = methodForm
  const { busy, fault, signIn } = useBankSignIn(methodForm)
  const { connected } = draft
  const error = errors.connected ?? fault
  return (
    <fieldset
      className={styles.account}
      tabIndex={-1}
      aria-invalid={errors.connected ? true : undefined}
      aria-describedby={error ? errorId : undefined}
    >
      <legend className="visually-hidden">{texts.accountAtYourBank}</legend>
      <p role="status">
        {connected && texts.connectedAccount(connected.institution, connected.lastFour)}
      </p>
      <Button look="secondary" busy={busy && texts.openingYourBank} onClick={() => void signIn()}>
        {connected ? texts.chooseAnotherAccount : texts.signInToYourBank}
      </Button>
      {error && <FieldError id={errorId} text={error} />}
    </fieldset>
  )
}

import { Suspense, useEffect, useState } from "react"
import { screens } from "#contracts/screens.ts"
import { chunk, Show } from "#web/app/chunk.tsx"
import type { ScreenProps } from "#web/app/screen-props.ts"
import { UnionField, useChosenSite } from "#web/brands/union.tsx"
import { useContents } from "#web/brands/use-contents.ts"
import { call } from "#web/calls/api.ts"
import { readItem } from "#web/calls/local-storage.ts"
import { ButtonLink } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import { TextLink } from "#web/ui/text/text-link.tsx"
import type { CodeSent } from "../codes/passcode-form.tsx"
import { Away } from "./away.tsx"
import styles from "./login.module.css"
import { SignInForm } from "./sign-in-form.tsx"
import type { Credentials } from "./steps.ts"
import * as texts from "./texts.ts"
import { useAvailability } from "./use-availability.ts"
import { Welcome } from "./welcome.tsx"

/** Not needed before the first code is sent. */
const passcodeDialog = chunk(() => import("../codes/passcode-dialog.tsx"))

/** The login of a member site: username and password, then the emailed code. */
export default function Login({ preload }: ScreenProps) {
  const contents = useContents(screens.login.contents ?? [])
  const { availability, checkAgain } = useAvailability()
  const [unionClient, setUnionClient] = useState("")
  const [codeSent, setCodeSent] = useState<CodeSent | null>(null)
  // Stays with the page from the first code on, so that the dialog fades when it closes.
  const [asked, setAsked] = useState(false)
  const site = useChosenSite(unionClient)

  useEffect(() => {
    if (readItem("unseenPayment")) {
      void import("#web/payments/unseen-payment.ts").then((it) => it.tellAtLogin())
    }
  }, [])

  async function signIn(credentials: Credentials) {
    if (!site) return
    const { client, clientName, unionHostName } = site
    // In a file of its own, because the form is drawn without it.
    const { loginPayload } = await import("./login-payload.ts")
    const payload = await loginPayload(credentials, { client, clientName, isCustomerUser: true })
    const [{ data }] = await Promise.all([
      call("POST /appauth/login", payload),
      passcodeDialog.preload(),
    ])
    preload("dashboard")
    setAsked(true)
    setCodeSent({
      payload: { ...payload, email: data.email },
      messages: data.messages,
      unionHostName,
    })
  }

  return (
    <div className={styles.page}>
      <Card className={styles.card}>
        <h1>{texts.logInToMyAccount}</h1>
        <SignInForm
          ready={availability.state === "available" && site !== undefined}
          before={<UnionField value={unionClient} onChange={setUnionClient} />}
          onSubmit={signIn}
        >
          {contents["login info"] && (
            <CleanHtml className={styles.notice} html={contents["login info"]} />
          )}
          <Away availability={availability} onCheckAgain={checkAgain} />
        </SignInForm>
        <ul className={styles.links}>
          <li>
            <TextLink alone href={screens.forgotUsername.path}>
              {texts.forgotUsername}
            </TextLink>
          </li>
          <li>
            <TextLink alone href={screens.forgotPassword.path}>
              {texts.forgotPassword}
            </TextLink>
          </li>
        </ul>
      </Card>
      <div className={styles.beside}>
        <Welcome html={contents.welcome} />
        <section className={styles.register} aria-labelledby="register">
          <h2 id="register">{texts.newToMyAccount}</h2>
          <p>{texts.registerWithNumber}</p>
          <ButtonLink look="secondary" href={screens.accountDetails.path}>
            {texts.register}
          </ButtonLink>
        </section>
      </div>
      {asked && (
        <Suspense>
          <Show chunk={passcodeDialog} props={{ codeSent, onClose: () => setCodeSent(null) }} />
        </Suspense>
      )}
    </div>
  )
}

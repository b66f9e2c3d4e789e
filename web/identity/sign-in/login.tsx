import { useState } from "react"
import { loginContents } from "#contracts/brands/public-contents.ts"
import { screens } from "#contracts/screens.ts"
import { chunk, Part } from "#web/app/chunk.tsx"
import type { ScreenProps } from "#web/app/screen-props.ts"
import { UnionField, useChosenSite, usePresetUnion } from "#web/brands/union.tsx"
import { useContents } from "#web/brands/use-contents.ts"
import { call } from "#web/calls/api.ts"
import { ButtonLink } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { useHydrated } from "#web/ui/hydration/hydrated.ts"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import { TextLink } from "#web/ui/text/text-link.tsx"
import type { CodeSent } from "../codes/code-step.ts"
import type { Credentials } from "./credentials.ts"
import styles from "./login.module.css"
import { SignInForm } from "./sign-in-form.tsx"
import * as texts from "./texts.ts"
import { useAvailability } from "./use-availability.ts"
import { Welcome } from "./welcome.tsx"

/** In a separate file, because it is not needed until the first code is sent. */
const passcodeDialog = chunk(() => import("../codes/passcode-dialog.tsx"))

/** The login of a member site: username and password, then the emailed code. */
export default function Login({ preload }: ScreenProps) {
  const contents = useContents(loginContents)
  const { availability, checkAgain } = useAvailability()
  const preset = usePresetUnion()
  const [unionClient = preset, setUnionClient] = useState<string>()
  const [codeSent, setCodeSent] = useState<CodeSent | null>(null)
  // Stays rendered after the first code, so that the dialog can fade out when it closes. Also
  // resumes the code step after a reload or a discarded tab.
  const isHydrated = useHydrated()
  const [reopens] = useState(history.state?.reopens)
  const [asked = isHydrated && reopens, setAsked] = useState<boolean>()
  const site = useChosenSite(unionClient)

  async function signIn(credentials: Credentials) {
    if (!site) return
    const { client, clientName, unionHostName } = site
    // In a separate file, because the form renders without it.
    const payload = await import("./login-payload.ts").then((it) =>
      it.loginPayload(credentials, { client, clientName, isCustomerUser: true }),
    )
    const [reply] = await Promise.all([
      call("POST /appauth/login", payload),
      passcodeDialog.preload(),
    ])
    preload("dashboard")
    setAsked(true)
    setCodeSent({ payload, reply, unionHostName })
  }

  return (
    <div className={styles.page}>
      <Card className={styles.card}>
        <h1>{texts.logInToMyAccount}</h1>
        <SignInForm
          around={{ availability, checkAgain, hasSite: site !== undefined }}
          before={<UnionField value={unionClient} onChange={setUnionClient} />}
          union={unionClient}
          onSubmit={signIn}
        >
          {contents["login info"] && (
            <CleanHtml className={styles.notice} html={contents["login info"]} />
          )}
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
        <Part chunk={passcodeDialog} props={{ codeSent, onClose: () => setCodeSent(null) }} />
      )}
    </div>
  )
}

import { useState } from "react"
import type { InitData } from "#contracts/brands/clients.ts"
import { call } from "#web/calls/api.ts"
import { useSubmit } from "#web/forms/use-submit.ts"
import { CookiesBlocked } from "#web/identity/sign-in/cookies-blocked.tsx"
import { Button } from "#web/ui/button.tsx"
import * as texts from "../texts.ts"
import styles from "./support-login.module.css"
import { noteWantedScreen } from "./wanted-screen.ts"

type Providers = NonNullable<InitData["staffSignIn"]>["providers"]

/** A login button for each of the company's identity providers. */
export function ProviderButtons({ providers }: { providers: Providers }) {
  const [chosen, setChosen] = useState<string>()
  const { busy, submit } = useSubmit()

  function open(provider: string) {
    setChosen(provider)
    void submit(async () => {
      const { address } = await call("POST /appauth/staff/providers/begin", { provider })
      noteWantedScreen()
      location.assign(address)
    })
  }

  return (
    <>
      <ul className={styles.providers}>
        {providers.map(({ name, label }) => (
          <li key={name}>
            <Button
              wide
              busy={busy && chosen === name && texts.openingProvider(label)}
              disabled={!navigator.cookieEnabled}
              onClick={() => open(name)}
            >
              {texts.logInWith(label)}
            </Button>
          </li>
        ))}
      </ul>
      <CookiesBlocked />
    </>
  )
}

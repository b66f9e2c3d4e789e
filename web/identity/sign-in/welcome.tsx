import { X } from "lucide"
import { useState } from "react"
import { hideWelcome, isWelcomeHidden } from "#web/calls/local-storage.ts"
import { focusHeading } from "#web/ui/focus/focus-heading.ts"
import { useHydrated } from "#web/ui/hydration/hydrated.ts"
import { Icon } from "#web/ui/icon.tsx"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import * as texts from "./texts.ts"
import styles from "./welcome.module.css"

/** The client's welcome, until the person closes it. Its space is reserved while it loads. */
export function Welcome({ html }: { html: string | undefined }) {
  const isHydrated = useHydrated()
  const [hidden = isHydrated && isWelcomeHidden(), setHidden] = useState<boolean>()

  if (hidden || !html) return null
  return (
    <section className={styles.welcome} aria-label={texts.welcome}>
      <CleanHtml className={styles.text} html={html} />
      <button
        type="button"
        className={styles.close}
        onClick={() => {
          hideWelcome()
          setHidden(true)
          focusHeading()
        }}
      >
        <Icon of={X} size={20} />
        <span>{texts.hideThisWelcome}</span>
      </button>
    </section>
  )
}

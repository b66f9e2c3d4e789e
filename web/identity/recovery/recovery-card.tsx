import { Card } from "#web/ui/card.tsx"
import type { Elements } from "#web/ui/elements.ts"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import { TextLink } from "#web/ui/text/text-link.tsx"
import { CookiesBlocked } from "../sign-in/cookies-blocked.tsx"
import styles from "./recovery-card.module.css"
import * as texts from "./texts.ts"

interface RecoveryCardProps {
  title: string
  /** Managed content, shown below the title. */
  note?: string | undefined
  children: Elements
}

/** The frame of each recovery screen, with the link back to login. */
export function RecoveryCard({ title, note, children }: RecoveryCardProps) {
  return (
    <div className={styles.page}>
      <Card className={styles.card}>
        <h1>{title}</h1>
        <CookiesBlocked />
        {note && <CleanHtml className={styles.note} html={note} />}
        {children}
        <p className={styles.back}>
          <TextLink alone href="/">
            {texts.backToLogin}
          </TextLink>
        </p>
      </Card>
    </div>
  )
}

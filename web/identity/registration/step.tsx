import { useCookies } from "#web/app/first-paint/cookies.ts"
import { Card } from "#web/ui/card.tsx"
import type { Elements } from "#web/ui/elements.ts"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { CookiesBlocked } from "../sign-in/cookies-blocked.tsx"
import styles from "./step.module.css"
import { StepIndicator, stepNames } from "./step-indicator.tsx"
import * as texts from "./texts.ts"

interface StepProps {
  /** 1 for the first step. */
  number: number
  children: Elements
}

/** The layout of the four registration screens. */
export function Step({ number, children }: StepProps) {
  return (
    <div className={styles.page}>
      <StepIndicator current={number} />
      <Card className={styles.card}>
        <h1>
          <span className={styles.stepOf}>
            <span>{texts.stepOf(number, stepNames.length)}</span>
            <VisuallyHidden>: </VisuallyHidden>
          </span>
          <span>{stepNames[number - 1]}</span>
        </h1>
        <CookiesBlocked />
        {useCookies() && children}
      </Card>
    </div>
  )
}

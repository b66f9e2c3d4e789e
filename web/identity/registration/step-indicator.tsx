import { Check } from "lucide"
import { Icon } from "#web/ui/icon.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import styles from "./step-indicator.module.css"
import * as texts from "./texts.ts"

export const stepNames = [
  texts.identificationInformation,
  texts.personalInformation,
  texts.accountVerification,
  texts.loginCredentials,
]

/** The progress of a registration; `current` is 1 for the first step. */
export function StepIndicator({ current }: { current: number }) {
  return (
    <nav aria-label={texts.stepsOfYourRegistration}>
      <ol className={styles.steps}>
        {stepNames.map((name, index) => {
          const isDone = index + 1 < current
          return (
            <li
              key={name}
              className={isDone ? styles.done : styles.step}
              aria-current={index + 1 === current ? "step" : undefined}
            >
              <span className={styles.number} aria-hidden="true">
                {isDone ? <Icon of={Check} size={18} /> : index + 1}
              </span>
              <span className={styles.name}>
                <span>{name}</span>
                {isDone && <VisuallyHidden>{texts.done}</VisuallyHidden>}
              </span>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

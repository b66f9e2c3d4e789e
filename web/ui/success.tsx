import { Check } from "lucide"
import type { ReactNode } from "react"
import { classNames } from "./class-names.ts"
import { Icon } from "./icon.tsx"
import styles from "./success.module.css"

interface SuccessProps {
  /** The main content of its dialog: a large tick above centered text. */
  large?: boolean
  children: ReactNode
}

/** A good outcome with a tick. */
export function Success({ large = false, children }: SuccessProps) {
  return (
    <div className={classNames(styles.success, large && styles.large)}>
      <span className={styles.tick}>
        <Icon of={Check} size={large ? 30 : 16} label="Success" />
      </span>
      <div className={styles.content}>{children}</div>
    </div>
  )
}

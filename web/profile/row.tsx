import type { ReactNode } from "react"
import styles from "./row.module.css"

/** Labels with their values and actions. */
export function Rows({ children }: { children: ReactNode }) {
  return <dl className={styles.rows}>{children}</dl>
}

interface RowProps {
  label: string
  children: ReactNode
  action?: ReactNode
}

export function Row({ label, children, action }: RowProps) {
  return (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd>{children}</dd>
      {action && <dd className={styles.action}>{action}</dd>}
    </div>
  )
}

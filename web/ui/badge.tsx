import { CircleAlert, CircleCheck, Clock, Info, TriangleAlert } from "lucide"
import type { ReactNode } from "react"
import styles from "./badge.module.css"
import { classNames } from "./class-names.ts"
import { Icon } from "./icon.tsx"

export type BadgeTone = "neutral" | "info" | "success" | "warning" | "danger"

const icons = {
  neutral: Info,
  info: Clock,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
}

interface BadgeProps {
  /** Undefined for a state from a newer server that this page does not recognize. */
  tone: BadgeTone | undefined
  children: ReactNode
}

/** A state as an icon and a word. The color only repeats them. */
export function Badge({ tone = "neutral", children }: BadgeProps) {
  return (
    <span className={classNames(styles.badge, styles[tone])}>
      <Icon of={icons[tone]} size={16} />
      <span>{children}</span>
    </span>
  )
}

import { Info, TriangleAlert, X } from "lucide"
import styles from "./alert.module.css"
import { classNames } from "./class-names.ts"
import { Icon } from "./icon.tsx"
import { Success } from "./success.tsx"
import { CleanHtml } from "./text/clean-html.tsx"

export type AlertTone = "info" | "success" | "warning"

interface AlertProps {
  tone: AlertTone
  /** One entry per line, as HTML cleaned by the server. */
  content: readonly string[]
  onClose?: () => void
}

const icons = { info: Info, warning: TriangleAlert }
const words = { info: "Information", warning: "Warning" }

export function Alert({ tone, content, onClose }: AlertProps) {
  const lines = content.map((line) => <CleanHtml key={line} html={line} />)
  if (tone === "success") return <Success>{lines}</Success>
  return (
    <div className={classNames(styles.alert, styles[tone])}>
      <Icon of={icons[tone]} size={22} label={words[tone]} />
      <div className={styles.content}>{lines}</div>
      {onClose && (
        <button className={styles.close} type="button" onClick={onClose}>
          <Icon of={X} size={20} />
          <span>Close</span>
        </button>
      )}
    </div>
  )
}

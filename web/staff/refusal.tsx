import type { Message } from "#contracts/messages.ts"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import styles from "./staff.module.css"

/** Why the action failed, in red. The dialog stays open with its typed values. */
export function Refusal({ text }: { text: string }) {
  return (
    <div className={styles.refusal} role="alert">
      {text !== "" && <CleanHtml html={text} />}
    </div>
  )
}

export function wordsOf(messages: readonly Message[]): string {
  return messages.flatMap(({ content }) => content).join(" ")
}

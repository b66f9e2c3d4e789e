import type { Message } from "#contracts/messages.ts"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import styles from "./staff.module.css"

/** Why it was not done, in red; the dialog stays, with what was typed. */
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

import type { StatusItem, StatusReply } from "#contracts/staff/status.ts"
import styles from "./status.module.css"
import * as texts from "./texts.ts"

interface StatusRowProps {
  item: StatusItem
  facts: StatusReply["facts"]
  /** The words for an ISO moment. */
  moment: (iso: string) => string
}

/** Says how one part works; in trouble also what to tell customers, and who acts. */
export function StatusRow({ item, facts, moment }: StatusRowProps) {
  const { trouble, since, customers } = item
  const sentences = texts.factsOf(item, facts, moment)
  const advice = trouble && texts.adviceOf(trouble)
  return (
    <div className={styles.words}>
      {trouble && (
        <p className={styles.says}>{texts.troubleText(trouble, since && moment(since))}</p>
      )}
      {item.state === "down" && <p>{texts.everyCustomer}</p>}
      {customers !== null && customers > 0 && <p>{texts.customersText(customers)}</p>}
      {sentences.map((sentence, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sentences never change places
        <p key={index}>{sentence}</p>
      ))}
      {advice && (
        <dl className={styles.advice}>
          <dt>{texts.tellCustomers}</dt>
          <dd>{advice.tell}</dd>
          <dt>{texts.whoActs}</dt>
          <dd>{advice.acts}</dd>
        </dl>
      )}
    </div>
  )
}

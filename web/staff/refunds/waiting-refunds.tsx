import type { WaitingRefund } from "#contracts/staff/money.ts"
import { call } from "#web/calls/api.ts"
import { notify } from "#web/shell/notifications/notifications.ts"
import { Card } from "#web/ui/card.tsx"
import { momentText } from "#web/ui/text/moment-text.ts"
import { moneyText } from "#web/ui/text/money-text.ts"
import { shownNameOf } from "../comments.ts"
import { Decision } from "../decision.tsx"
import styles from "../staff.module.css"
import { reasonIs } from "../texts.ts"
import * as texts from "./texts.ts"

interface WaitingRefundsProps {
  items: readonly WaitingRefund[]
  /** Called after each decision, including failed ones, because the list may have changed. */
  onAnswered: (id: string) => Promise<unknown>
}

/** Refunds of other staff members that need dual approval, and the staff member's own requests. */
export function WaitingRefunds({ items, onAnswered }: WaitingRefundsProps) {
  if (items.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="waiting-refunds">
      <div className={styles.intro}>
        <h2 id="waiting-refunds">{texts.waitingRefunds}</h2>
        <p className={styles.soft}>{texts.whyApprove}</p>
      </div>
      <ul className={styles.cards}>
        {items.map((item) => (
          <li key={item.id}>
            <WaitingCard item={item} onAnswered={onAnswered} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function WaitingCard({
  item,
  onAnswered,
}: { item: WaitingRefund } & Pick<WaitingRefundsProps, "onAnswered">) {
  const name = shownNameOf(item)
  const amount = moneyText(item.refundAmount)
  const { paymentMethod, confirmationNumber, clientName } = item
  const payment = moneyText(item.paymentAmount)

  const params = { id: item.id }

  async function send(decision: "approve" | "refuse") {
    const reply = await call("POST /myaccount-core/agent/refunds/{id}", { decision }, { params })
    notify(reply.messages)
  }

  async function withdraw() {
    const key = "DELETE /myaccount-core/agent/refunds/{id}"
    notify((await call(key, undefined, { params })).messages)
  }

  const afterward = item.reopens ? texts.reopened : texts.staysPaid
  return (
    <Card className={styles.approval}>
      <div className={styles.long}>
        <h3>{texts.refundOf(amount, name)}</h3>
        <p>{reasonIs(item.reason)}</p>
        <p className={styles.soft}>
          <span>{texts.requestOf(payment, paymentMethod, confirmationNumber, clientName)}</span>{" "}
          <span>{texts.requestedAt(item.requestedBy, momentText(item.requestedAt, "medium"))}</span>
        </p>
        <p className={styles.soft}>{afterward}</p>
      </div>
      <Decision
        isOwn={item.isOwn}
        isOwnCause={item.isOwnCause}
        label={texts.forLabel(amount, name)}
        effect={[texts.approveEffect(amount, paymentMethod, name), afterward]}
        confirm={texts.approveRefund(amount)}
        send={send}
        withdraw={withdraw}
        onAnswered={() => onAnswered(item.id)}
      />
    </Card>
  )
}

import { useState } from "react"
import type { WaitingCorrection } from "#contracts/staff/corrections.ts"
import { call } from "#web/calls/api.ts"
import { useSubmit } from "#web/forms/use-submit.ts"
import { notify } from "#web/shell/notifications/notifications.ts"
import { Button } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { momentText } from "#web/ui/text/moment-text.ts"
import { moneyText } from "#web/ui/text/money-text.ts"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import styles from "../staff.module.css"
import { approve, approving, ownRequest, refuse, refusing } from "../texts.ts"
import * as texts from "./texts.ts"

interface WaitingCorrectionsProps {
  items: readonly WaitingCorrection[]
  /** Called after each decision, also a failed one, because the list may have changed. */
  onAnswered: (id: string) => Promise<unknown>
}

/** Credits and write-offs of other staff members that need dual approval, and one's own requests. */
export function WaitingCorrections({ items, onAnswered }: WaitingCorrectionsProps) {
  if (items.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="waiting-corrections">
      <div className={styles.intro}>
        <h2 id="waiting-corrections">{texts.waitingCorrections}</h2>
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
}: { item: WaitingCorrection } & Pick<WaitingCorrectionsProps, "onAnswered">) {
  const { busy, submit } = useSubmit()
  const [chosen, setChosen] = useState<"approve" | "refuse">()
  const name = `${item.firstName} ${item.lastName}`
  const { kind, productDesc, policyNumber, billDueDate, clientName } = item
  const amount = moneyText(item.amount)
  const label = texts.forLabel(`${texts.kinds[kind].toLowerCase()} of ${amount}`, name)

  function decide(decision: "approve" | "refuse") {
    setChosen(decision)
    void submit(async () => {
      const key = "POST /myaccount-core/agent/corrections/{id}"
      const reply = await call(key, { decision }, { params: { id: item.id } })
      notify(reply.messages)
    }).then(() => onAnswered(item.id))
  }

  return (
    <Card className={styles.approval}>
      <div className={styles.long}>
        <h3>{texts.requestOf[kind](amount, name)}</h3>
        <p>{texts.reasonIs(item.reason)}</p>
        <p className={styles.soft}>
          {texts.forBill(productDesc, policyNumber, billDueDate, clientName)}{" "}
          {texts.requestedAt(item.requestedBy, momentText(item.requestedAt, "medium"))}
        </p>
      </div>
      {item.isOwn ? (
        <p className={styles.soft}>{ownRequest}</p>
      ) : (
        <div className={styles.actions}>
          <Button
            busy={busy && chosen === "approve" && approving}
            onClick={() => decide("approve")}
          >
            {approve}
            <VisuallyHidden>{label}</VisuallyHidden>
          </Button>
          <Button
            look="secondary"
            busy={busy && chosen === "refuse" && refusing}
            onClick={() => decide("refuse")}
          >
            {refuse}
            <VisuallyHidden>{label}</VisuallyHidden>
          </Button>
        </div>
      )}
    </Card>
  )
}

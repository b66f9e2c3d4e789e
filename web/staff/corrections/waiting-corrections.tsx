import type { WaitingCorrection } from "#contracts/staff/money.ts"
import { call } from "#web/calls/api.ts"
import { notify } from "#web/shell/notifications/notifications.ts"
import { Button } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { momentText } from "#web/ui/text/moment-text.ts"
import { moneyText } from "#web/ui/text/money-text.ts"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { shownNameOf } from "../comments.ts"
import { Decision } from "../decision.tsx"
import styles from "../staff.module.css"
import { reasonIs } from "../texts.ts"
import * as texts from "./texts.ts"

interface WaitingCorrectionsProps {
  items: readonly WaitingCorrection[]
  /** Called after each decision, including failed ones, because the list may have changed. */
  onAnswered: (id: string) => Promise<unknown>
  /** Opens the bills and payments of the customer. */
  onOpen: (item: WaitingCorrection) => void
}

/**
 * Credits, write-offs and reversals of other staff members that need dual approval, and the staff
 * member's own requests.
 */
export function WaitingCorrections({ items, ...rest }: WaitingCorrectionsProps) {
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
            <WaitingCard item={item} {...rest} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function effectOf(kind: WaitingCorrection["kind"]): string[] {
  if (kind === "release") return [texts.releaseOnlyIf, texts.cannotUndo]
  return kind === "reversal" ? [texts.owedAgain, texts.cannotUndo] : [texts.canBeTakenBack]
}

function WaitingCard({
  item,
  onAnswered,
  onOpen,
}: { item: WaitingCorrection } & Omit<WaitingCorrectionsProps, "items">) {
  const name = shownNameOf(item)
  const { kind, productDesc, policyNumber, billDueDate, clientName } = item
  const amount = moneyText(item.amount)
  const label = texts.forLabel(texts.nameOf[kind](amount), name)

  const params = { id: item.id }

  async function send(decision: "approve" | "refuse") {
    const reply = await call(
      "POST /myaccount-core/agent/corrections/{id}",
      { decision },
      { params },
    )
    notify(reply.messages)
  }

  async function withdraw() {
    const key = "DELETE /myaccount-core/agent/corrections/{id}"
    notify((await call(key, undefined, { params })).messages)
  }

  const owes = texts.owesNow(productDesc, moneyText(item.owed))
  return (
    <Card className={styles.approval}>
      <div className={styles.long}>
        <h3>{texts.requestOf[kind](amount, name)}</h3>
        <p>{reasonIs(item.reason)}</p>
        <p className={styles.soft}>
          <span>{texts.forBill(productDesc, policyNumber, billDueDate, clientName)}</span>{" "}
          <span>{texts.requestedAt(item.requestedBy, momentText(item.requestedAt, "medium"))}</span>
        </p>
        <p>{owes}</p>
        <Button look="quiet" onClick={() => onOpen(item)}>
          {texts.showBills}
          <VisuallyHidden>{texts.forProduct(productDesc)}</VisuallyHidden>
        </Button>
      </div>
      <Decision
        isOwn={item.isOwn}
        isOwnCause={item.isOwnCause}
        label={label}
        effect={[texts.requestOf[kind](amount, name), owes, ...effectOf(kind)]}
        confirm={texts.approveCorrection[kind](amount)}
        send={send}
        withdraw={withdraw}
        onAnswered={() => onAnswered(item.id)}
      />
    </Card>
  )
}

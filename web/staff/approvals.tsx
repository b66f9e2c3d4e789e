import { useState } from "react"
import type { Approval } from "#contracts/staff/staff.ts"
import { call } from "#web/calls/api.ts"
import { useSubmit } from "#web/forms/use-submit.ts"
import { ChangeButton } from "#web/shell/account-system/change-button.tsx"
import { notify } from "#web/shell/notifications/notifications.ts"
import { Button } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { momentText } from "#web/ui/text/moment-text.ts"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { shownNameOf } from "./comments.ts"
import styles from "./staff.module.css"
import * as texts from "./texts.ts"

interface ApprovalsProps {
  items: readonly Approval[]
  /** Called after each decision, also a failed one, because the list may have changed. */
  onAnswered: (id: string) => Promise<unknown>
}

/** Requests of other staff members that need dual approval. */
export function Approvals({ items, onAnswered }: ApprovalsProps) {
  if (items.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="approvals">
      <div className={styles.intro}>
        <h2 id="approvals">{texts.waitingForApproval}</h2>
        <p className={styles.soft}>{texts.whyApprove}</p>
      </div>
      <ul className={styles.cards}>
        {items.map((item) => (
          <li key={item.id}>
            <ApprovalCard item={item} onAnswered={onAnswered} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const words: Record<Approval["action"], string> = {
  resetPassword: texts.resetPassword,
  deleteRegistration: texts.deleteAccount,
}

function ApprovalCard({
  item,
  onAnswered,
}: { item: Approval } & Pick<ApprovalsProps, "onAnswered">) {
  const { busy, submit } = useSubmit()
  const [chosen, setChosen] = useState<"approve" | "refuse">()
  const name = shownNameOf(item)

  function decide(decision: "approve" | "refuse") {
    setChosen(decision)
    void submit(async () => {
      const options = { params: { id: item.id } }
      const body = { decision }
      const reply = await call("POST /myaccount-core/agent/approvals/{id}", body, options)
      notify(reply.messages)
    }).then(() => onAnswered(item.id))
  }

  return (
    <Card className={styles.approval}>
      <div className={styles.long}>
        <h3>{`${words[item.action]}: ${name}`}</h3>
        <p className={styles.soft}>
          {texts.requestedBy(
            item.username,
            item.clientName,
            item.askedBy,
            momentText(item.askedAt, "medium"),
          )}
        </p>
      </div>
      {item.isOwn ? (
        <p className={styles.soft}>{texts.ownRequest}</p>
      ) : (
        <div className={styles.actions}>
          <ChangeButton
            busy={busy && chosen === "approve" && texts.approving}
            onClick={() => decide("approve")}
          >
            {texts.approve}
            <VisuallyHidden>{texts.forLabel(name)}</VisuallyHidden>
          </ChangeButton>
          <Button
            look="secondary"
            busy={busy && chosen === "refuse" && texts.refusing}
            onClick={() => decide("refuse")}
          >
            {texts.refuse}
            <VisuallyHidden>{texts.forLabel(name)}</VisuallyHidden>
          </Button>
        </div>
      )}
    </Card>
  )
}

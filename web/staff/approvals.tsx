import type { ReactNode } from "react"
import type { Approval } from "#contracts/staff/staff.ts"
import { useToday } from "#web/brands/day.ts"
import { call } from "#web/calls/api.ts"
import { notify } from "#web/shell/notifications/notifications.ts"
import { Card } from "#web/ui/card.tsx"
import { Breakable } from "#web/ui/text/breakable.tsx"
import { Facts } from "#web/ui/text/facts.tsx"
import { momentText } from "#web/ui/text/moment-text.ts"
import { kept, listed, words } from "#web/ui/text/translate.ts"
import { useAgentZone } from "./agent-zone.ts"
import { shownNameOf } from "./comments.ts"
import { Decision } from "./decision.tsx"
import styles from "./staff.module.css"
import * as texts from "./texts.ts"

interface ApprovalsProps {
  items: readonly Approval[]
  /** Called after each decision, including failed ones, because the list may have changed. */
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

const names: Record<Approval["action"], string> = {
  resetPassword: texts.resetPassword,
  deleteRegistration: texts.deleteAccount,
}

const confirmed: Record<Approval["action"], (email: string) => ReactNode> = {
  resetPassword: texts.approveReset,
  deleteRegistration: () => texts.approveDeletion,
}

function ApprovalCard({
  item,
  onAnswered,
}: { item: Approval } & Pick<ApprovalsProps, "onAnswered">) {
  const today = useToday()
  const name = shownNameOf(item)
  const { action, emailAddress, emailVersion } = item
  const title = kept`${words(names[action])}: ${name}`

  async function send(decision: "approve" | "refuse") {
    const params = { id: item.id }
    const body = decision === "approve" ? { decision, emailVersion } : { decision }
    const reply = await call("POST /myaccount-core/agent/approvals/{id}", body, { params })
    notify(reply.messages)
  }

  const zone = useAgentZone()
  const facts = factsOf(item)
  return (
    <Card className={styles.approval}>
      <div className={styles.long}>
        <h3>{title}</h3>
        <p className={styles.soft}>
          {texts.requestedBy(
            item.username,
            item.clientName,
            item.askedBy,
            momentText(item.askedAt, today, zone),
          )}
        </p>
        <Facts facts={facts} />
      </div>
      <Decision
        isOwn={item.isOwn}
        isOwnCause={item.isOwnCause}
        label={texts.forLabel(name)}
        effect={[title, confirmed[action](emailAddress)]}
        facts={facts}
        confirm={texts.approveThis}
        send={send}
        onAnswered={() => onAnswered(item.id)}
      />
    </Card>
  )
}

/**
 * The changes on which the request is based, and the phone number at which to reach the customer.
 */
function factsOf(item: Approval) {
  const { emailAddress, earlierAddress, phoneNumber, earlierPhone } = item
  const facts = [
    { label: texts.emailOnFile, value: shownAddress(emailAddress) },
    { label: texts.earlierEmail, value: shownAddress(earlierAddress) },
    { label: texts.changedBy, value: changersOf(item) },
  ]
  // The previous server version does not send it.
  if (phoneNumber === undefined) return facts
  const toCall = earlierPhone ? earlierPhone.phoneNumber : phoneNumber
  return [
    ...facts,
    { label: texts.phoneToCall, value: toCall || texts.noneOnFile },
    ...(earlierPhone
      ? [
          { label: texts.newPhone, value: phoneNumber || texts.noneOnFile },
          { label: texts.phoneChangedBy, value: changersOf(earlierPhone) },
        ]
      : []),
  ]
}

function shownAddress(address: string) {
  return address ? <Breakable text={address} /> : texts.noneOnFile
}

function changersOf({
  changedByStaff,
  isChangedByCustomer,
}: Pick<Approval, "changedByStaff" | "isChangedByCustomer">) {
  return listed([...changedByStaff, ...(isChangedByCustomer ? [words(texts.theCustomer)] : [])])
}

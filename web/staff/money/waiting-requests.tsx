import { type QueryClient, useQueryClient } from "@tanstack/react-query"
import type { ReactNode } from "react"
import type { WaitingCorrection, WaitingRefund } from "#contracts/staff/money.ts"
import { Day, useToday } from "#web/brands/day.ts"
import { call } from "#web/calls/api.ts"
import { useLoaded } from "#web/calls/use-loaded.ts"
import { notify } from "#web/shell/notifications/notifications.ts"
import { Button } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import type { Elements } from "#web/ui/elements.ts"
import { momentText } from "#web/ui/text/moment-text.ts"
import { moneyText } from "#web/ui/text/money-text.ts"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { useAgentZone } from "../agent-zone.ts"
import { shownNameOf } from "../comments.ts"
import { Decision } from "../decision.tsx"
import styles from "../staff.module.css"
import { reasonIs } from "../texts.ts"
import type { PaymentsAccount } from "./payments.tsx"
import * as texts from "./texts.ts"

type Kind = "refunds" | "corrections"

/** Reloads the requests that need dual approval. */
export async function refreshWaitingRequests(queries: QueryClient): Promise<void> {
  const keys: Kind[] = ["refunds", "corrections"]
  await Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [key] })))
}

interface WaitingRequestsProps {
  /** Called when the pressed button has disappeared and the focus is lost. */
  onButtonsGone: () => void
  /** Opens the bills and payments of the customer. */
  onOpen: (account: PaymentsAccount) => void
}

/**
 * Refunds, credits, write-offs and reversals of other staff members that need dual approval, and
 * the staff member's own requests.
 */
export function WaitingRequests({ onButtonsGone, onOpen }: WaitingRequestsProps) {
  const queries = useQueryClient()
  const refunds = useLoaded(["refunds"], (signal) =>
    call("GET /myaccount-core/agent/refunds", undefined, { signal }),
  )
  const corrections = useLoaded(["corrections"], (signal) =>
    call("GET /myaccount-core/agent/corrections", undefined, { signal }),
  )

  /** For each decision, including failed ones, because the list may have changed. */
  async function answered(kind: Kind, id: string) {
    await refreshWaitingRequests(queries)
    await queries.invalidateQueries({ queryKey: ["staff-payments"] })
    await queries.invalidateQueries({ queryKey: ["staff-bills"] })
    const left = queries.getQueryData<{ items: { id: string }[] }>([kind])
    if (!left?.items.some((one) => one.id === id)) onButtonsGone()
  }

  return (
    <>
      <WaitingList
        kind="refunds"
        title={texts.waitingRefunds}
        why={texts.whyApproveRefund}
        items={refunds.data?.items}
        shownOf={shownRefund}
        onAnswered={answered}
      />
      <WaitingList
        kind="corrections"
        title={texts.waitingCorrections}
        why={texts.whyApproveCorrection}
        items={corrections.data?.items}
        shownOf={(item) => shownCorrection(item, onOpen)}
        onAnswered={answered}
      />
    </>
  )
}

/** A request in words. */
interface Shown {
  title: ReactNode
  /** What it is about. */
  about: ReactNode
  /** More to know before a decision. */
  more: Elements
  /** The request after a verb, such as " the refund of $10.00 for James Okafor". */
  label: ReactNode
  /** Sentences about the effect of an approval. */
  effect: readonly ReactNode[]
  /** The label of the button that approves. */
  confirm: ReactNode
}

interface WaitingListProps<Item> {
  kind: Kind
  title: string
  why: string
  items: readonly Item[] | undefined
  shownOf: (item: Item) => Shown
  onAnswered: (kind: Kind, id: string) => Promise<unknown>
}

function WaitingList<Item extends WaitingRefund | WaitingCorrection>(
  props: WaitingListProps<Item>,
) {
  const { kind, title, why, items = [], shownOf, onAnswered } = props
  if (items.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby={`waiting-${kind}`}>
      <div className={styles.intro}>
        <h2 id={`waiting-${kind}`}>{title}</h2>
        <p className={styles.soft}>{why}</p>
      </div>
      <ul className={styles.cards}>
        {items.map((item) => (
          <li key={item.id}>
            <WaitingCard {...{ kind, item, onAnswered }} shown={shownOf(item)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface WaitingCardProps {
  kind: Kind
  item: WaitingRefund | WaitingCorrection
  shown: Shown
  onAnswered: (kind: Kind, id: string) => Promise<unknown>
}

function WaitingCard({ kind, item, shown, onAnswered }: WaitingCardProps) {
  const { title, about, more, ...decision } = shown
  const today = useToday()
  const zone = useAgentZone()
  const key = `/myaccount-core/agent/${kind}/{id}` as const
  const params = { id: item.id }
  return (
    <Card className={styles.approval}>
      <div className={styles.long}>
        <h3>{title}</h3>
        <p>{reasonIs(item.reason)}</p>
        <p className={styles.soft}>
          <span>{about}</span>{" "}
          <span>
            {texts.requestedAt(item.requestedBy, momentText(item.requestedAt, today, zone))}
          </span>
        </p>
        {more}
      </div>
      <Decision
        {...decision}
        isOwn={item.isOwn}
        isOwnCause={item.isOwnCause}
        send={async (choice) =>
          notify((await call(`POST ${key}`, { decision: choice }, { params })).messages)
        }
        withdraw={async () => notify((await call(`DELETE ${key}`, undefined, { params })).messages)}
        onAnswered={() => onAnswered(kind, item.id)}
      />
    </Card>
  )
}

function shownRefund(item: WaitingRefund): Shown {
  const name = shownNameOf(item)
  const amount = moneyText(item.refundAmount)
  const { paymentMethod, confirmationNumber, clientName } = item
  const payment = moneyText(item.paymentAmount)
  const afterward = item.reopens ? texts.reopened : texts.staysPaid
  return {
    title: texts.refundOf(amount, name),
    about: texts.refundedPayment(payment, paymentMethod, confirmationNumber, clientName),
    more: <p className={styles.soft}>{afterward}</p>,
    label: texts.refundLabel(amount, name),
    effect: [texts.approveEffect(amount, paymentMethod, name), afterward],
    confirm: texts.approveRefund(amount),
  }
}

function shownCorrection(item: WaitingCorrection, onOpen: WaitingRequestsProps["onOpen"]): Shown {
  const name = shownNameOf(item)
  const { kind, productDesc, policyNumber, billDueDate, client, clientName, accountNumber } = item
  const { firstName, lastName } = item
  const amount = moneyText(item.amount)
  const owes = texts.owesNow(productDesc, moneyText(item.owed))
  return {
    title: texts.correctionOf[kind](amount, name),
    about: texts.forBill(
      productDesc,
      policyNumber,
      billDueDate && <Day of={billDueDate} />,
      clientName,
    ),
    more: (
      <>
        <p>{owes}</p>
        <Button
          look="quiet"
          onClick={() => onOpen({ client, accountNumber, policyHolder: { firstName, lastName } })}
        >
          {texts.showBills}
          <VisuallyHidden>{texts.forProduct(productDesc)}</VisuallyHidden>
        </Button>
      </>
    ),
    label: texts.correctionLabel(texts.nameOf[kind](amount), name),
    effect: [texts.correctionOf[kind](amount, name), owes, ...effectOf(kind)],
    confirm: texts.approveCorrection[kind](amount),
  }
}

function effectOf(kind: WaitingCorrection["kind"]): string[] {
  if (kind === "release") return [texts.releaseOnlyIf, texts.cannotUndo]
  return kind === "reversal" ? [texts.owedAgain, texts.cannotUndo] : [texts.canBeTakenBack]
}

import { useEffect, useRef } from "react"
import type { TransferQuestion as Question, TransferPerson } from "#contracts/identity/sessions.ts"
import { Button } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import styles from "./transfer-to-union.module.css"

interface TransferQuestionProps {
  question: Question
  busy: "continue" | "decline" | null
  onContinue: () => void
  onDecline: () => void
}

/** Names whom the link signs in and whom it signs out, and lets the person decide. */
export function TransferQuestion(props: TransferQuestionProps) {
  const { question, busy, onContinue, onDecline } = props
  const { incoming, current } = question
  const heading = useRef<HTMLHeadingElement>(null)
  const isStaff = incoming.agentUserid !== ""

  useEffect(() => heading.current?.focus(), [])

  const goOn = (
    <Button
      key="continue"
      look={isStaff ? "primary" : "secondary"}
      busy={busy === "continue" && "One moment…"}
      onClick={onContinue}
    >
      Continue {isStaff ? "with" : "as"} {nameOf(incoming)}
    </Button>
  )
  const stay = (
    <Button
      key="decline"
      look={isStaff ? "secondary" : "primary"}
      busy={busy === "decline" && "One moment…"}
      onClick={onDecline}
    >
      {stayText(current, isStaff)}
    </Button>
  )
  return (
    <Card className={styles.card}>
      <h1 ref={heading} tabIndex={-1}>
        {headingOf(question)}
      </h1>
      {current && <p>{currentText(current, incoming)}</p>}
      <p>{incomingText(incoming, current)}</p>
      {!isStaff && (
        <p>
          Continue only if you are {nameOf(incoming)} and have just logged in yourself. If somebody
          sent you this link, do not continue.
        </p>
      )}
      <div className={styles.actions}>{isStaff ? [goOn, stay] : [stay, goOn]}</div>
    </Card>
  )
}

export function nameOf({ firstName, lastName }: TransferPerson): string {
  return `${firstName} ${lastName}`.trim()
}

/** Staff may know two people of one name: they read the account number too. */
function inFull(person: TransferPerson): string {
  const { accountNumber } = person
  return accountNumber === "" ? nameOf(person) : `${nameOf(person)}, account ${accountNumber}`
}

function headingOf({ incoming, current }: Question): string {
  if (!current) return `Continue as ${nameOf(incoming)}?`
  if (isActing(current, incoming)) return `You are acting for ${nameOf(current)}`
  return `${nameOf(current)} is already signed in with this browser`
}

/** Whether the staff member who comes already acts for somebody here. */
export function isActing(current: TransferPerson, { agentUserid }: TransferPerson): boolean {
  return agentUserid !== "" && current.agentUserid === agentUserid
}

function currentText(current: TransferPerson, incoming: TransferPerson): string {
  if (isActing(current, incoming)) return `You are acting for ${inFull(current)}, in another tab.`
  const { agentUserid } = current
  if (agentUserid !== "") return `${agentUserid} is acting for ${inFull(current)}.`
  return `You are signed in as ${inFull(current)}.`
}

function incomingText(incoming: TransferPerson, current: TransferPerson | null): string {
  const { agentUserid } = incoming
  if (agentUserid !== "") {
    const opened = `If you continue, ${agentUserid} will act for ${inFull(incoming)}`
    return current ? `${opened}, and the tab for ${nameOf(current)} will stop.` : `${opened}.`
  }
  if (!current) return `This link signs you in as ${inFull(incoming)}.`
  const other = nameOf(current) === nameOf(incoming) ? "another account in the name of " : ""
  return `If you continue, this link signs ${nameOf(current)} out and signs you in as ${other}${inFull(incoming)}.`
}

function stayText(current: TransferPerson | null, isStaff: boolean): string {
  if (!current) return isStaff ? "Do not open this account" : "Do not sign in"
  if (current.agentUserid !== "") return `Keep acting for ${nameOf(current)}`
  return `Stay signed in as ${nameOf(current)}`
}

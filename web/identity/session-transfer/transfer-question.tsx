import { useEffect, useRef } from "react"
import type { TransferQuestion as Question, TransferPerson } from "#contracts/identity/sessions.ts"
import { Button } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import * as texts from "./texts.ts"
import styles from "./transfer-to-union.module.css"

interface TransferQuestionProps {
  question: Question
  busy: "continue" | "decline" | null
  onContinue: () => void
  onDecline: () => void
}

/**
 * Names the person who will be signed in and the person who will be signed out, and asks whether to
 * continue.
 */
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
      busy={busy === "continue" && texts.oneMoment}
      onClick={onContinue}
    >
      {`${texts.continueLabel}${isStaff ? "with" : "as"} ${nameOf(incoming)}`}
    </Button>
  )
  const stay = (
    <Button
      key="decline"
      look={isStaff ? "secondary" : "primary"}
      busy={busy === "decline" && texts.oneMoment}
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
      {!isStaff && <p>{texts.continueOnlyIf(nameOf(incoming))}</p>}
      <div className={styles.actions}>{isStaff ? [goOn, stay] : [stay, goOn]}</div>
    </Card>
  )
}

export function nameOf({ firstName, lastName }: TransferPerson): string {
  return `${firstName} ${lastName}`.trim()
}

/** Staff also see the account number, because two people can have the same name. */
function inFull(person: TransferPerson): string {
  const { accountNumber } = person
  return accountNumber === "" ? nameOf(person) : texts.account(nameOf(person), accountNumber)
}

function headingOf({ incoming, current }: Question): string {
  if (!current) return texts.continueAs(nameOf(incoming))
  if (isActing(current, incoming)) return texts.youAreActingFor(nameOf(current))
  return texts.alreadySignedIn(nameOf(current))
}

/** Whether this staff member already acts for someone in this browser. */
export function isActing(current: TransferPerson, { agentUserid }: TransferPerson): boolean {
  return agentUserid !== "" && current.agentUserid === agentUserid
}

function currentText(current: TransferPerson, incoming: TransferPerson): string {
  if (isActing(current, incoming)) return texts.actingInAnotherTab(inFull(current))
  const { agentUserid } = current
  if (agentUserid !== "") return texts.isActingFor(agentUserid, inFull(current))
  return texts.signedInAs(inFull(current))
}

function incomingText(incoming: TransferPerson, current: TransferPerson | null): string {
  const { agentUserid } = incoming
  if (agentUserid !== "") {
    const opened = texts.continuingActs(agentUserid, inFull(incoming))
    return current ? texts.tabWillStop(opened, nameOf(current)) : `${opened}.`
  }
  if (!current) return texts.linkSignsInAs(inFull(incoming))
  const other = nameOf(current) === nameOf(incoming) ? "another account in the name of " : ""
  return texts.continuingReplaces(nameOf(current), other, inFull(incoming))
}

function stayText(current: TransferPerson | null, isStaff: boolean): string {
  if (!current) return isStaff ? texts.doNotOpenThisAccount : texts.doNotSignIn
  if (current.agentUserid !== "") return texts.keepActingFor(nameOf(current))
  return texts.staySignedInAs(nameOf(current))
}

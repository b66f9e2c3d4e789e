import type { AgentClient } from "#contracts/myaccount-core/agent.ts"
import { Breakable } from "../ui/breakable.tsx"
import { Card } from "../ui/card.tsx"
import { Facts } from "../ui/facts.tsx"
import { VisuallyHidden } from "../ui/visually-hidden.tsx"
import { useDesktop } from "../use-desktop.ts"
import { type AgentAction, RowActions } from "./actions.tsx"
import styles from "./agent.module.css"
import { commentsOf } from "./comments.ts"

export interface ResultsProps {
  clients: readonly AgentClient[]
  /** The agent and customer of a way into a site that is being made. */
  opening: AgentClient | null
  onAction: (action: AgentAction, client: AgentClient) => void
}

/** Who was found: a table from 768 px on, cards below. */
export function Results(props: ResultsProps) {
  return useDesktop() ? <ResultsTable {...props} /> : <ResultsCards {...props} />
}

interface Column {
  title: string
  text: (client: AgentClient) => string
  /** Read out digit by digit, so in one piece; or long and without spaces. */
  kind?: "number" | "breakable"
}

const columns: Column[] = [
  { title: "Account Number", text: ({ accountNumber }) => accountNumber, kind: "number" },
  { title: "Policy Number", text: ({ policyNumber }) => policyNumber, kind: "number" },
  { title: "Username", text: ({ userid }) => userid, kind: "breakable" },
  { title: "Full Name", text: fullNameOf },
  { title: "Email", text: ({ policyHolder }) => policyHolder.emailAddress, kind: "breakable" },
  { title: "Client", text: ({ clientName }) => clientName },
]

function ResultsTable({ clients, ...rest }: ResultsProps) {
  return (
    <Card className={styles.tableCard}>
      <table className={styles.table}>
        <caption>
          <VisuallyHidden>Clients found. What can be done stands beneath each.</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {columns.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
            <th scope="col">Comments</th>
          </tr>
        </thead>
        {clients.map((client) => (
          <ClientRows key={keyOf(client)} client={client} {...rest} />
        ))}
      </table>
    </Card>
  )
}

function ClientRows({ client, ...rest }: { client: AgentClient } & Omit<ResultsProps, "clients">) {
  const comments = commentsOf(client)
  // Comments take the room beside the buttons, which without any have all of it.
  const columnsBeside = comments.length > 0 ? 1 : 0
  return (
    <tbody>
      <tr className={styles.facts}>
        {columns.map((column) => (
          <td key={column.title} className={column.kind && styles[column.kind]}>
            {shownValue(column, client)}
          </td>
        ))}
        <td rowSpan={1 + columnsBeside}>
          <Comments comments={comments} />
        </td>
      </tr>
      <tr>
        <td className={styles.actionCell} colSpan={columns.length + 1 - columnsBeside}>
          <RowActions client={client} {...rest} />
        </td>
      </tr>
    </tbody>
  )
}

function ResultsCards({ clients, ...rest }: ResultsProps) {
  return (
    <ul className={styles.cards}>
      {clients.map((client) => (
        <li key={keyOf(client)}>
          <Card className={styles.card}>
            <h3>{fullNameOf(client)}</h3>
            <Facts facts={factsOf(client)} />
            <RowActions client={client} {...rest} />
          </Card>
        </li>
      ))}
    </ul>
  )
}

function factsOf(client: AgentClient) {
  return [
    ...columns
      .filter(({ title, text }) => title !== "Full Name" && text(client) !== "")
      .map((column) => ({ label: column.title, value: shownValue(column, client) })),
    ...commentsOf(client),
  ]
}

function shownValue({ text, kind }: Column, client: AgentClient) {
  return kind === "breakable" ? <Breakable text={text(client)} /> : text(client)
}

function Comments({ comments }: { comments: ReturnType<typeof commentsOf> }) {
  if (comments.length === 0) return null
  return (
    <ul className={styles.comments}>
      {comments.map(({ label, value }) => (
        <li key={label}>
          <span>{label}:</span> {value}
        </li>
      ))}
    </ul>
  )
}

function fullNameOf({ policyHolder }: AgentClient): string {
  return `${policyHolder.firstName} ${policyHolder.lastName}`
}

function keyOf({ client, accountNumber }: AgentClient): string {
  return `${client} ${accountNumber}`
}

import { Fragment } from "react"
import type { CustomerMoney, FoundCustomer } from "#contracts/staff/staff.ts"
import { useDesktop } from "#web/app/use-desktop.ts"
import { Card } from "#web/ui/card.tsx"
import { Breakable } from "#web/ui/text/breakable.tsx"
import { Facts } from "#web/ui/text/facts.tsx"
import { translateOf } from "#web/ui/text/translate.ts"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { commentsOf, moneySentences, shownNameOf } from "./comments.ts"
import { RowActions, type StaffAction } from "./customer-actions.tsx"
import styles from "./staff.module.css"
import * as texts from "./texts.ts"

export interface ResultsProps {
  customers: readonly FoundCustomer[]
  /** The customer whose site is opening. */
  opening: FoundCustomer | null
  onAction: (action: StaffAction, customer: FoundCustomer) => void
}

/** The search results: a table from 768 px on, cards below. */
export function Results(props: ResultsProps) {
  return useDesktop() ? <ResultsTable {...props} /> : <ResultsCards {...props} />
}

interface Column {
  title: string
  text: (customer: FoundCustomer) => string
  /**
   * Numbers stay in one piece, because staff read them out digit by digit. Long text without spaces
   * is breakable.
   */
  kind?: "number" | "breakable"
}

const columns: Column[] = [
  { title: texts.accountNumber, text: ({ accountNumber }) => accountNumber, kind: "number" },
  { title: texts.policyNumber, text: ({ policyNumber }) => policyNumber, kind: "number" },
  { title: texts.username, text: ({ userid }) => userid, kind: "breakable" },
  { title: texts.fullName, text: fullNameOf },
  { title: texts.email, text: ({ policyHolder }) => policyHolder.emailAddress, kind: "breakable" },
  { title: texts.client, text: ({ clientName }) => clientName },
]

function ResultsTable({ customers, ...rest }: ResultsProps) {
  return (
    <Card className={styles.tableCard}>
      <table className={styles.table}>
        <caption>
          <VisuallyHidden>{texts.resultsCaption}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {columns.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
            <th scope="col">{texts.comments}</th>
          </tr>
        </thead>
        {customers.map((customer) => (
          <CustomerRows key={keyOf(customer)} customer={customer} {...rest} />
        ))}
      </table>
    </Card>
  )
}

function CustomerRows({
  customer,
  ...rest
}: { customer: FoundCustomer } & Omit<ResultsProps, "customers">) {
  return (
    <tbody>
      <tr>
        {columns.map((column) => (
          <td key={column.title} className={column.kind && styles[column.kind]}>
            {shownValue(column, customer)}
          </td>
        ))}
        <td>
          <Comments comments={commentsOf(customer)} />
        </td>
      </tr>
      {customer.money && (
        <tr>
          <td className={styles.moneyCell} colSpan={columns.length + 1}>
            <Money money={customer.money} />
          </td>
        </tr>
      )}
      <tr>
        <td className={styles.actionCell} colSpan={columns.length + 1}>
          <RowActions customer={customer} {...rest} />
        </td>
      </tr>
    </tbody>
  )
}

function ResultsCards({ customers, ...rest }: ResultsProps) {
  return (
    <ul className={styles.cards}>
      {customers.map((customer) => (
        <li key={keyOf(customer)}>
          <Card className={styles.card}>
            <h3 translate="no">{fullNameOf(customer)}</h3>
            {customer.money && <Money money={customer.money} />}
            <Facts facts={factsOf(customer)} />
            <RowActions customer={customer} {...rest} />
          </Card>
        </li>
      ))}
    </ul>
  )
}

function factsOf(customer: FoundCustomer) {
  return [
    ...columns
      .filter(({ title, text }) => title !== "Full Name" && text(customer) !== "")
      .map((column) => ({ label: column.title, value: shownValue(column, customer) })),
    ...commentsOf(customer),
  ]
}

function shownValue({ text, kind }: Column, customer: FoundCustomer) {
  const value = text(customer)
  return kind === "breakable" ? <Breakable text={value} /> : <span translate="no">{value}</span>
}

/** The sentences about the customer's money in one paragraph. */
function Money({ money }: { money: CustomerMoney }) {
  return (
    <p className={styles.money}>
      {moneySentences(money).map((sentence, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sentences never change places
        <Fragment key={index}>{sentence} </Fragment>
      ))}
    </p>
  )
}

function Comments({ comments }: { comments: ReturnType<typeof commentsOf> }) {
  if (comments.length === 0) return null
  return (
    <ul className={styles.comments}>
      {comments.map(({ label, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: labels repeat, and stay in their places
        <li key={index}>
          <span>{`${label}:`}</span> <span translate={translateOf(value)}>{value}</span>
        </li>
      ))}
    </ul>
  )
}

function fullNameOf({ accountNumber, policyHolder }: FoundCustomer): string {
  return shownNameOf({ accountNumber, ...policyHolder })
}

const keyOf = ({ client, accountNumber }: FoundCustomer) => `${client} ${accountNumber}`

import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import type { FoundCustomer } from "#contracts/staff/staff.ts"
import { call } from "#web/calls/api.ts"
import { useLoaded } from "#web/calls/use-loaded.ts"
import { useSubmit } from "#web/forms/use-submit.ts"
import { clearNotifications, notify } from "#web/shell/notifications/notifications.ts"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { Approvals } from "./approvals.tsx"
import type { StaffAction } from "./customer-actions.tsx"
import { type Asked, CustomerDialogs, type Outcome } from "./customer-dialogs.tsx"
import { openSite } from "./open-site.ts"
import { Payments, type PaymentsAccount } from "./refunds/payments.tsx"
import { Results } from "./results.tsx"
import { SearchForm } from "./search-form.tsx"
import { type SearchType, searchQuery } from "./search-types.ts"
import styles from "./staff.module.css"
import * as texts from "./texts.ts"
import { refreshWaitingMoney, WaitingMoney } from "./waiting-money.tsx"

interface SearchProps {
  staffUserid: string
  /** Called when the pressed button is gone, and the focus with it. */
  onButtonsGone: () => void
}

/** The search for customers, its results, and requests that wait for dual approval. */
export function Search({ staffUserid, onButtonsGone }: SearchProps) {
  const [customers, setCustomers] = useState<FoundCustomer[] | null>(null)
  const [paymentsOf, setPaymentsOf] = useState<PaymentsAccount | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [opening, setOpening] = useState<FoundCustomer | null>(null)
  const [buttonsGone, setButtonsGone] = useState(0)
  const search = useSubmit()
  const open = useSubmit()
  const queries = useQueryClient()
  const approvals = useLoaded(["approvals"], (signal) =>
    call("GET /myaccount-core/agent/approvals", undefined, { signal }),
  )

  useEffect(() => {
    if (buttonsGone > 0) onButtonsGone()
  }, [buttonsGone, onButtonsGone])

  async function refreshApprovals() {
    await queries.invalidateQueries({ queryKey: ["approvals"] })
  }

  async function answered(id: string) {
    await refreshApprovals()
    const left = queries.getQueryData<typeof approvals.data>(["approvals"])
    if (!left?.items.some((one) => one.id === id)) setButtonsGone((times) => times + 1)
  }

  function find(type: SearchType, value: string) {
    void search.submit(async () => {
      const query = searchQuery(type, value, staffUserid)
      const reply = await call("GET /myaccount-core/agent/clients", undefined, { query })
      notify(reply.messages)
      setCustomers("items" in reply ? reply.items : [reply])
      setPaymentsOf(null)
    })
  }

  function act(action: StaffAction, customer: FoundCustomer) {
    if (action === "payments") {
      setPaymentsOf(customer)
      return
    }
    if (action !== "impersonate") {
      setAsked({ action, customer })
      return
    }
    setOpening(customer)
    void open.submit(() => openSite(customer.actualUserid)).then(() => setOpening(null))
  }

  function done({ messages, email, deleted }: Outcome) {
    const changed = asked?.customer
    setAsked(null)
    clearNotifications()
    notify(messages)
    if (deleted) {
      setCustomers(null)
      setButtonsGone((times) => times + 1)
    }
    if (email) {
      const current = (one: FoundCustomer) => (one === changed ? withEmail(one, email) : one)
      setCustomers((all) => all?.map(current) ?? null)
    }
    // The request may wait for dual approval now.
    void refreshApprovals()
  }

  const hasFound = customers !== null && customers.length > 0
  return (
    <>
      <SearchForm busy={search.busy} onSearch={find} />
      <VisuallyHidden>
        <span role="status">{hasFound && countText(customers)}</span>
      </VisuallyHidden>
      {hasFound && (
        <section className={styles.section} aria-labelledby="results">
          <h2 id="results">{countText(customers)}</h2>
          <Results customers={customers} opening={opening} onAction={act} />
        </section>
      )}
      {paymentsOf && (
        <Payments
          key={`${paymentsOf.client} ${paymentsOf.accountNumber}`}
          customer={paymentsOf}
          onRequest={() => void refreshWaitingMoney(queries)}
          onClose={() => {
            setPaymentsOf(null)
            setButtonsGone((times) => times + 1)
          }}
        />
      )}
      <WaitingMoney
        onButtonsGone={() => setButtonsGone((times) => times + 1)}
        onOpen={setPaymentsOf}
      />
      {approvals.data && <Approvals items={approvals.data.items} onAnswered={answered} />}
      <CustomerDialogs
        asked={asked}
        csUserid={staffUserid}
        onDone={done}
        onClose={() => setAsked(null)}
      />
    </>
  )
}

function countText({ length }: FoundCustomer[]): string {
  return length === 1 ? "1 result" : texts.results(length)
}

function withEmail(
  customer: FoundCustomer,
  { address, version }: NonNullable<Outcome["email"]>,
): FoundCustomer {
  const policyHolder = { ...customer.policyHolder, emailAddress: address }
  return { ...customer, policyHolder, emailVersion: version }
}

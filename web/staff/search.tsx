import { useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useEffect, useState } from "react"
import { isBlank, requiredText } from "#contracts/required-field.ts"
import type { FoundCustomer } from "#contracts/staff/staff.ts"
import { call } from "#web/calls/api.ts"
import { useLoaded } from "#web/calls/use-loaded.ts"
import { useSubmit } from "#web/forms/use-submit.ts"
import { sendOrigin } from "#web/identity/session-transfer/send-origin.ts"
import { clearNotifications, notify } from "#web/shell/notifications/notifications.ts"
import { Button } from "#web/ui/button.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { Approvals } from "./approvals.tsx"
import type { StaffAction } from "./customer-actions.tsx"
import { type Asked, CustomerDialogs, type Outcome } from "./customer-dialogs.tsx"
import { Payments, type PaymentsAccount } from "./money/payments.tsx"
import { refreshWaitingRequests, WaitingRequests } from "./money/waiting-requests.tsx"
import { Results } from "./results.tsx"
import { type SearchType, searchQuery, searchTypeLabel, searchTypes } from "./search-types.ts"
import styles from "./staff.module.css"
import * as texts from "./texts.ts"

interface SearchProps {
  staffUserid: string
  /** Called when the pressed button has disappeared and the focus is lost. */
  onButtonsGone: () => void
}

/** The customer search with its results, and the requests that need dual approval. */
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
    // The request may need dual approval now.
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
          onRequest={() => void refreshWaitingRequests(queries)}
          onClose={() => {
            setPaymentsOf(null)
            setButtonsGone((times) => times + 1)
          }}
        />
      )}
      <WaitingRequests
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

/**
 * Opens the customer's site in a new tab, where the agent acts for them. The tab opens during the
 * press, because browsers block tabs that open later as pop-ups.
 *
 * Errors: `CallError`; closes the tab again.
 */
async function openSite(userId: string): Promise<void> {
  const tab = window.open("", "_blank")
  try {
    const key = "POST /myaccount-core/agent/impersonate/{userId}"
    const { siteURL } = await call(key, {}, { params: { userId } })
    sendOrigin()
    if (!tab) {
      location.assign(siteURL)
      return
    }
    // The customer's site must not control this window.
    tab.opener = null
    tab.location.replace(siteURL)
  } catch (error) {
    tab?.close()
    throw error
  }
}

interface SearchFormProps {
  busy: boolean
  onSearch: (type: SearchType, value: string) => void
}

function SearchForm({ busy, onSearch }: SearchFormProps) {
  const [type, setType] = useState<SearchType>("policyNumber")
  const [value, setValue] = useState("")
  const [attempted, setAttempted] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    setAttempted(true)
    if (!isBlank(value) && !busy) onSearch(type, value)
  }

  return (
    <search>
      {/* Enter in a blank field is an attempt too, but a disabled button would block it. */}
      <form className={styles.search} noValidate onSubmit={submit}>
        <SelectField
          label={texts.searchBy}
          name="searchType"
          options={searchTypes}
          value={type}
          onChange={(event) => setType(event.target.value as SearchType)}
        />
        <TextField
          label={searchTypeLabel(type)}
          name="value"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          inputMode={type === "policyNumber" ? "numeric" : "text"}
          maxLength={100}
          required
          error={attempted && isBlank(value) ? requiredText : undefined}
          value={value}
          onChange={(event) => setValue(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && isBlank(value)) setAttempted(true)
          }}
        />
        <Button type="submit" busy={busy && texts.searching} disabled={isBlank(value)}>
          {texts.search}
        </Button>
      </form>
    </search>
  )
}

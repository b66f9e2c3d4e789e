import { type FormEvent, useState } from "react"
import type { LedgerReply } from "#contracts/staff/ledger.ts"
import { LoadFailed } from "#web/app/load-failed.tsx"
import { call } from "#web/calls/api.ts"
import { useLoaded } from "#web/calls/use-loaded.ts"
import { useSubmit } from "#web/forms/use-submit.ts"
import { Button } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import styles from "./ledger.module.css"
import { LedgerTables } from "./ledger-tables.tsx"
import { saveText } from "./save-text.ts"
import * as texts from "./texts.ts"

interface Asked {
  client: string
  from: string
  to: string
}

interface Shown {
  asked: Asked
  reply: LedgerReply
  /** The base name of a downloaded file. */
  fileName: string
}

/** The ledger of one client: totals, payouts and differences, with downloads. */
export default function Ledger() {
  const { data, failed, busy, tryAgain } = useLoaded(
    ["ledger-clients"],
    (signal) => call("GET /myaccount-core/agent/ledger/clients", undefined, { signal }),
    texts.clientsFailed,
  )
  const [shown, setShown] = useState<Shown | null>(null)
  const { submit, busy: isLoading } = useSubmit()
  const { submit: submitList, busy: isListing } = useSubmit()

  /** Clears the previous ledger first, because it does not belong to this query. */
  function load(query: Asked | null) {
    setShown(null)
    if (!query) return
    void submit(async () => {
      const reply = await call("GET /myaccount-core/agent/ledger", undefined, { query })
      setShown({
        asked: query,
        reply,
        fileName: `ledger-${query.client}-${query.from}-${query.to}`,
      })
    })
  }

  /** The list can be long, so it is loaded in pages. */
  function savePayments(asked: Asked) {
    void submitList(async () => {
      const pages: string[] = []
      let next = ""
      do {
        const query = { ...asked, ...(next && { after: next }) }
        const page = await call("GET /myaccount-core/agent/ledger/payments", undefined, { query })
        pages.push(page.csv)
        next = page.next
      } while (next)
      const { client, from, to } = asked
      saveText(`payments-${client}-${from}-${to}.csv`, "text/csv", pages.join(""))
    })
  }

  return (
    <section className={styles.ledger} aria-labelledby="ledger">
      <h2 id="ledger">{texts.ledger}</h2>
      {failed && <LoadFailed messages={failed} busy={busy} onRetry={tryAgain} />}
      {data && <Period clients={data.clients} busy={isLoading} onShow={load} />}
      <div role="status">
        {shown && (
          <Card className={styles.card}>
            <LedgerTables
              reply={shown.reply}
              fileName={shown.fileName}
              busy={isListing}
              onSavePayments={() => savePayments(shown.asked)}
            />
          </Card>
        )}
      </div>
    </section>
  )
}

interface PeriodProps {
  clients: readonly { client: string; clientName: string; today: string }[]
  busy: boolean
  /** Called with null if the dates are not a valid period. */
  onShow: (query: Asked | null) => void
}

function Period({ clients, busy, onShow }: PeriodProps) {
  const [client, setClient] = useState(clients[0]?.client ?? "")
  const today = clients.find((one) => one.client === client)?.today ?? ""
  const [from, setFrom] = useState(`${today.slice(0, 8)}01`)
  const [to, setTo] = useState(today)
  const [attempted, setAttempted] = useState(false)
  const isReversed = from !== "" && to !== "" && from > to
  const missing = (date: string) => (attempted && date === "" ? texts.datesNeeded : undefined)
  const reversed = attempted && isReversed ? texts.datesReversed : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    setAttempted(true)
    if (busy) return
    onShow(client && from && to && !isReversed ? { client, from, to } : null)
  }

  return (
    <form className={styles.period} noValidate onSubmit={submit}>
      <SelectField
        translate="no"
        label={texts.client}
        name="client"
        options={clients.map(({ client: value, clientName: label }) => ({ value, label }))}
        value={client}
        onChange={(event) => setClient(event.target.value)}
      />
      <TextField
        label={texts.from}
        name="from"
        type="date"
        required
        error={missing(from)}
        value={from}
        onChange={(event) => setFrom(event.target.value)}
      />
      <TextField
        label={texts.to}
        name="to"
        type="date"
        required
        error={missing(to) ?? reversed}
        value={to}
        onChange={(event) => setTo(event.target.value)}
      />
      <Button type="submit" busy={busy && texts.loading}>
        {texts.show}
      </Button>
    </form>
  )
}

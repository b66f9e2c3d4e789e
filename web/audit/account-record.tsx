import { useInfiniteQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { RecordItem } from "#contracts/audit/account-record.ts"
import { LoadFailed } from "#web/app/load-failed.tsx"
import { call } from "#web/calls/api.ts"
import { useDialogSubmit } from "#web/forms/use-dialog-submit.ts"
import { csUserid } from "#web/identity/session/session.ts"
import { NotificationArea } from "#web/shell/notifications/notification-area.tsx"
import { clearNotifications, notify } from "#web/shell/notifications/notifications.ts"
import { Button } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { Dialog, DialogActions } from "#web/ui/dialog.tsx"
import { Skeleton } from "#web/ui/skeleton.tsx"
import { momentText } from "#web/ui/text/moment-text.ts"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import styles from "./account-record.module.css"

/** "Who looked at my account": what is on record, in plain words, with a way to say no to it. */
export function AccountRecord() {
  const [doubted, setDoubted] = useState<RecordItem | null>(null)
  const { data, error, isFetching, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } =
    useInfiniteQuery({
      queryKey: ["accountRecord"],
      initialPageParam: undefined as number | undefined,
      queryFn: ({ pageParam, signal }) =>
        call("GET /myaccount-core/accountRecord", undefined, {
          query: pageParam === undefined ? {} : { before: pageParam },
          signal,
        }),
      getNextPageParam: ({ hasMore, items }) => (hasMore ? items.at(-1)?.number : undefined),
    })
  const items = data?.pages.flatMap((page) => page.items) ?? []

  return (
    <section className={styles.section} aria-labelledby="record">
      <h2 id="record">Who looked at my account</h2>
      {error && !data ? (
        <LoadFailed
          text="What happened in your account could not be loaded."
          busy={isFetching}
          onRetry={async () => void (await refetch())}
        />
      ) : (
        <Card className={styles.card}>
          {data ? <Items items={items} onDoubt={setDoubted} /> : <Loading />}
          {hasNextPage && (
            <Button
              look="secondary"
              busy={isFetchingNextPage && "Loading…"}
              onClick={() => void fetchNextPage()}
            >
              Show more
            </Button>
          )}
        </Card>
      )}
      <Dialog
        open={doubted !== null}
        title="You do not recognize this?"
        onClose={() => setDoubted(null)}
      >
        {doubted && <Doubt item={doubted} onClose={() => setDoubted(null)} />}
      </Dialog>
    </section>
  )
}

interface ItemsProps {
  items: readonly RecordItem[]
  onDoubt: (item: RecordItem) => void
}

function Items({ items, onDoubt }: ItemsProps) {
  if (items.length === 0) return <p>Nothing is on record yet.</p>
  // What staff see for a customer, only the customer can doubt.
  const mayDoubt = csUserid() === undefined
  return (
    <ul className={styles.items}>
      {items.map((item) => (
        <li key={item.number}>
          <div>
            <p>
              <strong>{item.who}</strong>: {item.what}
            </p>
            <p className={styles.soft}>
              {momentText(item.at, "long")}, number {item.number}
            </p>
          </div>
          {mayDoubt && (
            <Button look="quiet" onClick={() => onDoubt(item)}>
              I do not recognize this
              <VisuallyHidden>{`: ${item.what}, ${momentText(item.at, "long")}`}</VisuallyHidden>
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function Doubt({ item, onClose }: { item: RecordItem; onClose: () => void }) {
  const { busy, refusal, submit } = useDialogSubmit()

  function tell() {
    void submit(async () => {
      const { number } = item
      const reply = await call("POST /myaccount-core/accountRecord/notRecognised", { number })
      clearNotifications()
      notify(reply.messages)
      onClose()
    })
  }
  return (
    <>
      <NotificationArea messages={refusal} />
      <div className={styles.doubt}>
        <p>
          <strong>{item.who}</strong>: {item.what}, {momentText(item.at, "long")}.
        </p>
        <p>We will look into it, and write to you that we do.</p>
      </div>
      <DialogActions>
        <Button busy={busy && "Telling us…"} onClick={tell}>
          Tell us
        </Button>
        <Button look="secondary" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </>
  )
}

function Loading() {
  return (
    <div>
      <VisuallyHidden>
        <span role="status">Loading what happened in your account…</span>
      </VisuallyHidden>
      <Skeleton />
      <Skeleton shape="short-line" />
      <Skeleton />
      <Skeleton shape="short-line" />
    </div>
  )
}

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { AuditLogItem } from "#contracts/audit/account-audit-log.ts"
import { LoadFailed } from "#web/app/load-failed.tsx"
import CallHelp from "#web/brands/call-help.tsx"
import { useClient } from "#web/brands/init.ts"
import { call, messagesOf } from "#web/calls/api.ts"
import { opened } from "#web/calls/use-loaded.ts"
import { useDialogSubmit } from "#web/forms/use-dialog-submit.ts"
import { csUserid } from "#web/identity/session/session.ts"
import { NotificationArea } from "#web/shell/notifications/notification-area.tsx"
import { clearNotifications, notify } from "#web/shell/notifications/notifications.ts"
import { Button } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { Dialog, DialogActions } from "#web/ui/dialog.tsx"
import { LoadingText, Skeleton } from "#web/ui/skeleton.tsx"
import { momentText } from "#web/ui/text/moment-text.ts"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import styles from "./account-audit-log.module.css"
import { auditLogKey } from "./audit-log-key.ts"
import * as texts from "./texts.ts"

/** The audit log of the account in plain words. Customers can report an entry. */
export function AccountAuditLog() {
  const [doubted, setDoubted] = useState<AuditLogItem | null>(null)
  const { data, error, isFetching, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } =
    useInfiniteQuery({
      queryKey: auditLogKey,
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
      <div>
        <h2 id="record">{csUserid() === undefined ? texts.heading : texts.headingForStaff}</h2>
        <p className={styles.soft}>{texts.listed}</p>
      </div>
      {error && !data ? (
        <LoadFailed
          messages={opened(messagesOf(error), texts.loadFailed)}
          busy={isFetching}
          onRetry={async () => void (await refetch())}
        />
      ) : (
        <Card className={styles.card}>
          {data ? <Items items={items} onDoubt={setDoubted} /> : <Loading />}
          {hasNextPage && (
            <Button
              look="secondary"
              busy={isFetchingNextPage && texts.loading}
              onClick={() => void fetchNextPage()}
            >
              {texts.showMore}
            </Button>
          )}
        </Card>
      )}
      <Dialog open={doubted !== null} title={texts.doubtTitle} onClose={() => setDoubted(null)}>
        {doubted && <Doubt item={doubted} onClose={() => setDoubted(null)} />}
      </Dialog>
    </section>
  )
}

interface ItemsProps {
  items: readonly AuditLogItem[]
  onDoubt: (item: AuditLogItem) => void
}

function Items({ items, onDoubt }: ItemsProps) {
  const { currentDate, timeZone } = useClient()
  if (items.length === 0) return <p>{texts.noEntries}</p>
  return (
    <ul className={styles.items}>
      {items.map((item) => (
        <li key={item.number}>
          <div>
            <p>{item.what}</p>
            <p className={styles.soft}>{momentText(item.at, currentDate, timeZone)}</p>
          </div>
          {item.canReport && (
            <Button look="quiet" onClick={() => onDoubt(item)}>
              <span>{item.by === "staff" ? texts.didNotAsk : texts.wasNotMe}</span>
              <VisuallyHidden>{`: ${item.what}, ${momentText(item.at, currentDate, timeZone)}`}</VisuallyHidden>
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function Doubt({ item, onClose }: { item: AuditLogItem; onClose: () => void }) {
  const { currentDate, timeZone } = useClient()
  const { busy, refusal, submit } = useDialogSubmit()
  const queries = useQueryClient()

  function tell() {
    void submit(async () => {
      const { number } = item
      const reply = await call("POST /myaccount-core/accountRecord/notRecognised", { number })
      clearNotifications()
      notify(reply.messages)
      void queries.invalidateQueries({ queryKey: auditLogKey })
      onClose()
    })
  }
  return (
    <>
      <NotificationArea messages={refusal} />
      <CallHelp messages={refusal} />
      <div className={styles.doubt}>
        <p>{`${item.what}, ${momentText(item.at, currentDate, timeZone)}.`}</p>
        <p>{texts.whatWeDo}</p>
      </div>
      <DialogActions>
        <Button busy={busy && texts.tellingUs} onClick={tell}>
          {texts.tellUs}
        </Button>
        <Button look="secondary" disabled={busy} onClick={onClose}>
          {texts.cancel}
        </Button>
      </DialogActions>
    </>
  )
}

function Loading() {
  return (
    <div>
      <LoadingText text={texts.loadingEntries} />
      <Skeleton />
      <Skeleton shape="short-line" />
      <Skeleton />
      <Skeleton shape="short-line" />
    </div>
  )
}

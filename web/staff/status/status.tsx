import { useQuery } from "@tanstack/react-query"
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide"
import { type ReactNode, useEffect } from "react"
import type { StatusItem, StatusReply } from "#contracts/staff/status.ts"
import { CallError, call } from "#web/calls/api.ts"
import { Alert } from "#web/ui/alert.tsx"
import { Badge, type BadgeTone } from "#web/ui/badge.tsx"
import { Button } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { Icon } from "#web/ui/icon.tsx"
import { Skeleton } from "#web/ui/skeleton.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { useAgentZone } from "../agent-zone.ts"
import { lacksStatus } from "./lacks-status.ts"
import styles from "./status.module.css"
import * as texts from "./texts.ts"

const everySeconds = 30

/**
 * Loads the status, and polls while the tab is visible. After a failure, the last known status
 * stays, and `error` explains why there is no newer one.
 */
function useStatus() {
  return useQuery({
    queryKey: ["staff-status"],
    queryFn: ({ signal }) => call("GET /myaccount-core/agent/status", undefined, { signal }),
    refetchInterval: everySeconds * 1000,
    staleTime: (everySeconds * 1000) / 2,
  })
}

const tones: Record<StatusItem["state"], BadgeTone> = {
  works: "success",
  trouble: "warning",
  down: "danger",
  unknown: "neutral",
}
const icons = { works: CircleCheck, trouble: TriangleAlert, down: CircleAlert, unknown: Info }
const ranks: Record<StatusItem["state"], number> = { down: 0, trouble: 1, unknown: 2, works: 3 }

/** Shows staff, who answer customers' calls, which parts work and which do not. */
export default function Status() {
  const { data, error, isFetching, refetch } = useStatus()
  const isRefused = error instanceof CallError && error.status === 403
  useEffect(() => {
    if (data || isRefused) lacksStatus.set(isRefused)
  }, [data, isRefused])
  const zone = useAgentZone()
  const moment = (iso: string) => (data ? texts.seenText(iso, data.asOf, zone) : "")
  const known = data && moment(data.asOf)
  // The previous server version does not send it.
  const planned = data?.planned ?? []
  return (
    <div className={styles.page}>
      <h1>{texts.status}</h1>
      <div role="status">
        {error && (
          <Alert
            tone="warning"
            content={[
              known === undefined ? texts.cannotLoad : texts.lastKnown(known),
              ...reasonsOf(error),
            ]}
          />
        )}
      </div>
      {!data && !error && <Loading />}
      {data && <Headline items={data.items} moment={moment} />}
      {planned.length > 0 && <Alert tone="info" content={planned} />}
      <div className={styles.refresh}>
        <p>{known !== undefined && texts.asOf(known)}</p>
        <Button
          look="secondary"
          busy={isFetching && texts.refreshing}
          onClick={() => void refetch()}
        >
          {texts.refresh}
        </Button>
      </div>
      {data && <Items reply={data} moment={moment} />}
    </div>
  )
}

/**
 * The server's own messages; none if there was no reply, because staff do not call customer
 * service.
 */
function reasonsOf(error: Error): string[] {
  if (!(error instanceof CallError) || error.status === 0) return []
  return error.messages.flatMap(({ content }) => content)
}

function Loading() {
  return (
    <div role="status">
      <VisuallyHidden>{texts.loading}</VisuallyHidden>
      <Skeleton shape="title" />
    </div>
  )
}

type Moment = (iso: string) => string

function Headline({ items, moment }: { items: readonly StatusItem[]; moment: Moment }) {
  const troubled = items
    .filter(({ trouble }) => trouble !== null)
    .sort((one, other) => ranks[one.state] - ranks[other.state])
  const [worst, ...others] = troubled
  const isStarting = items.some(
    ({ subject, state }) => subject === "accountData" && state === "unknown",
  )
  const state = worst?.state ?? (isStarting ? "unknown" : "works")
  return (
    <Card>
      <div role="status" className={styles.headline}>
        <span className={styles[state]}>
          <Icon of={icons[state]} size={36} />
        </span>
        <p className={styles.sentence}>{headlineText(worst, isStarting, moment)}</p>
        {others.length > 0 && (
          <p className={styles.also}>{texts.also(others.map(({ subject }) => subject))}</p>
        )}
      </div>
    </Card>
  )
}

function headlineText(
  worst: StatusItem | undefined,
  isStarting: boolean,
  moment: Moment,
): ReactNode {
  if (!worst?.trouble) return isStarting ? texts.nothingKnown : texts.everythingWorks
  return texts.troubleText(worst.trouble, worst.since && moment(worst.since))
}

function Items({ reply, moment }: { reply: StatusReply; moment: Moment }) {
  return (
    <Card>
      <ul className={styles.items}>
        {reply.items.map((item) => (
          <li key={item.subject} className={styles.item}>
            <div className={styles.name}>
              <h2>{texts.subjectNames[item.subject]}</h2>
              <Badge tone={tones[item.state]}>{texts.stateNames[item.state]}</Badge>
            </div>
            <StatusRow item={item} facts={reply.facts} moment={moment} />
          </li>
        ))}
      </ul>
      <p className={styles.soft}>{texts.yourClients}</p>
    </Card>
  )
}

interface StatusRowProps {
  item: StatusItem
  facts: StatusReply["facts"]
  /** Formats an ISO timestamp. */
  moment: (iso: string) => string
}

/** One part and its state. If it has trouble, also what to tell customers, and who acts. */
function StatusRow({ item, facts, moment }: StatusRowProps) {
  const { trouble, since, customers } = item
  const sentences = texts.factsOf(item, facts, moment)
  const advice = trouble && texts.adviceOf(trouble)
  return (
    <div className={styles.words}>
      {trouble && (
        <p className={styles.says}>{texts.troubleText(trouble, since && moment(since))}</p>
      )}
      {item.state === "down" && <p>{texts.everyCustomer}</p>}
      {customers !== null && customers > 0 && <p>{texts.customersText(customers)}</p>}
      {sentences.map((sentence, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sentences never change places
        <p key={index}>{sentence}</p>
      ))}
      {advice && (
        <dl className={styles.advice}>
          <dt>{texts.tellCustomers}</dt>
          <dd>{advice.tell}</dd>
          <dt>{texts.whoActs}</dt>
          <dd>{advice.acts}</dd>
        </dl>
      )}
    </div>
  )
}

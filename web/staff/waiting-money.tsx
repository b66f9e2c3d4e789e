import { type QueryClient, useQueryClient } from "@tanstack/react-query"
import { call } from "#web/calls/api.ts"
import { useLoaded } from "#web/calls/use-loaded.ts"
import { WaitingCorrections } from "./corrections/waiting-corrections.tsx"
import type { PaymentsAccount } from "./refunds/payments.tsx"
import { WaitingRefunds } from "./refunds/waiting-refunds.tsx"

/** Loads the requests that wait for dual approval again. */
export async function refreshWaitingMoney(queries: QueryClient): Promise<void> {
  const keys = ["refunds", "corrections"]
  await Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [key] })))
}

/** Refunds, credits, write-offs and reversals that wait for dual approval. */
export function WaitingMoney({
  onButtonsGone,
  onOpen,
}: {
  onButtonsGone: () => void
  onOpen: (account: PaymentsAccount) => void
}) {
  const queries = useQueryClient()
  const refunds = useLoaded(["refunds"], (signal) =>
    call("GET /myaccount-core/agent/refunds", undefined, { signal }),
  )

  const corrections = useLoaded(["corrections"], (signal) =>
    call("GET /myaccount-core/agent/corrections", undefined, { signal }),
  )

  async function answered(key: "refunds" | "corrections", id: string) {
    await refreshWaitingMoney(queries)
    await queries.invalidateQueries({ queryKey: ["staff-payments"] })
    await queries.invalidateQueries({ queryKey: ["staff-bills"] })
    const left = queries.getQueryData<{ items: { id: string }[] }>([key])
    if (!left?.items.some((one) => one.id === id)) onButtonsGone()
  }

  return (
    <>
      {refunds.data && (
        <WaitingRefunds items={refunds.data.items} onAnswered={(id) => answered("refunds", id)} />
      )}
      {corrections.data && (
        <WaitingCorrections
          items={corrections.data.items}
          onAnswered={(id) => answered("corrections", id)}
          onOpen={({ client, accountNumber, firstName, lastName }) =>
            onOpen({ client, accountNumber, policyHolder: { firstName, lastName } })
          }
        />
      )}
    </>
  )
}

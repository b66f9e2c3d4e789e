import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { CallError } from "#web/calls/api.ts"
import { AccountSystemWatch } from "#web/shell/account-system/account-system-watch.tsx"
import type { Elements } from "#web/ui/elements.ts"
import { StepUpWatch } from "../codes/step-up/step-up-watch.tsx"
import { explainEnd } from "./end-message.ts"
import { IdleWatch } from "./idle-watch.tsx"
import { otherTab } from "./tab-session.ts"

/** The frame of every signed-in screen. */
export default function SignedIn({ children }: { children: Elements }) {
  const [queries] = useState(createQueries)
  useEffect(() => {
    otherTab.explainEnd = explainEnd
  }, [])
  useEffect(() => {
    void import("#web/payments/unseen-payment.ts").then((it) => it.notifyAfterLogin())
  }, [])
  return (
    <QueryClientProvider client={queries}>
      {children}
      <StepUpWatch />
      <IdleWatch />
      <AccountSystemWatch />
    </QueryClientProvider>
  )
}

function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Without a connection, calls fail at once instead of waiting, so the person sees the
        // error.
        networkMode: "always",
        // Loads failed content again without a click; loaded content does not change.
        refetchOnReconnect: ({ state }) => (state.status === "error" ? "always" : false),
        // Only a lost connection is worth a retry.
        retry: (count, error) => count < 1 && error instanceof CallError && error.status === 0,
        // Balances change while a tab stays open.
        staleTime: 30_000,
      },
    },
  })
}

import { useQueryClient } from "@tanstack/react-query"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { useClient } from "#web/brands/init.ts"
import { CallError, call, messagesOf } from "#web/calls/api.ts"
import { clearNotifications, notify } from "#web/shell/notifications/notifications.ts"
import { AuthorizationDialog } from "../authorization-dialog.tsx"
import { type Change, changeBody, choiceNow, factsOf, quoteOf } from "./auto-pay-change.ts"
import { confirmationOf } from "./confirmations.ts"
import { LoadingDialog } from "./loading-dialog.tsx"
import { inOnePanel } from "./one-panel.ts"
import * as texts from "./texts.ts"
import { staleAfterChange, useQuotes } from "./use-quotes.ts"

interface StopAutoPayProps {
  /** Null while the dialog is closed. */
  product: Product | null
  user: StoredUser
  onClose: () => void
}

/** Ends auto pay for a product, even if its other settings cannot be changed. */
export function StopAutoPay({ product, user, onClose }: StopAutoPayProps) {
  const { client } = useClient()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuotes(product, user)
  const now = data?.activeProducts[0]
  const chosen = now && { ...choiceNow(now), paymentMethodRecordId: null }
  const quote = chosen && quoteOf(data.chargeQuotes, chosen)
  const change: Change | undefined =
    product && quote ? { product: now, chosen, method: undefined, quote } : undefined
  const asking = data && {
    ...{ user, client, hostName: location.hostname },
    reader: data.authorizationReader,
    currentDate: data.currentDate,
  }

  async function agree(version: string) {
    if (!change || !asking) return
    clearNotifications()
    try {
      const body = changeBody(change, asking, version)
      const { messages } = await call("PUT /myaccount-core/paymentFrequency", body)
      await finished(inOnePanel(messages))
    } catch (reason) {
      const isPending =
        reason instanceof CallError && reason.messages[0]?.messageId === "autoPay.pending"
      if (isPending) return await finished(reason.messages)
      // The amount or the date of the next bill may have changed, which changes the text.
      await refetch()
      throw reason
    }
  }

  async function finished(messages: Parameters<typeof notify>[0]) {
    onClose()
    await Promise.all(staleAfterChange.map((key) => queries.invalidateQueries({ queryKey: [key] })))
    notify(messages)
  }

  return (
    <>
      <LoadingDialog
        open={product !== null && !change}
        title={texts.confirmRemoveAutoPay}
        messages={error ? messagesOf(error) : []}
        onRetry={() => void refetch()}
        onClose={onClose}
      />
      <AuthorizationDialog
        asked={change && asking ? { kind: "remove", facts: factsOf(change, asking) } : null}
        {...confirmationOf("remove")}
        busy={texts.sendingYourChange}
        onAgree={agree}
        onDecline={onClose}
      />
    </>
  )
}

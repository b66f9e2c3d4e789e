import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { Message } from "#contracts/messages.ts"
import type { AuthorizationKind } from "#contracts/payments/authorization-rules.ts"
import type { PaymentChoice } from "#contracts/payments/auto-pay-rules.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { useDayText } from "#web/brands/day.ts"
import { useClient } from "#web/brands/init.ts"
import { CallError, call } from "#web/calls/api.ts"
import { clearNotifications, notify } from "#web/shell/notifications/notifications.ts"
import { AuthorizationDialog } from "../authorization-dialog.tsx"
import PaymentMethodDialog from "../methods/payment-method-dialog.tsx"
import { useRenewedText } from "../use-renewed-text.ts"
import { type Asking, type Change, changeBody, factsOf, kindOf } from "./auto-pay-change.ts"
import { ChangeDialog } from "./auto-pay-change-dialog.tsx"
import { expiryWarning } from "./card-expiry.ts"
import { confirmationOf } from "./confirmations.ts"
import { inOnePanel } from "./one-panel.ts"
import * as texts from "./texts.ts"
import { type Quotes, readQuotes, staleAfterChange } from "./use-quotes.ts"

interface ChangeAutoPayProps {
  /** Null while the dialog is closed. */
  product: Product | null
  user: StoredUser
  onClose: () => void
}

/** A change that needs the person's agreement. */
interface Agreeing {
  kind: AuthorizationKind
  change: Change
  asking: Asking
}

/** Changes how a product is paid, in three steps: choose, agree, done. */
export function ChangeAutoPay({ product, user, onClose }: ChangeAutoPayProps) {
  const { client } = useClient()
  const renewedText = useRenewedText()
  const dayText = useDayText()
  const queries = useQueryClient()
  const [chosen, choose] = useState<Partial<PaymentChoice>>({})
  const [agreeing, setAgreeing] = useState<Agreeing | null>(null)
  const [isAdding, setAdding] = useState(false)
  /** Why the server rejected the change to which the person agreed. */
  const [refusal, setRefusal] = useState<Message[]>([])

  function close() {
    choose({})
    setRefusal([])
    setAgreeing(null)
    onClose()
  }

  function save(change: Change, { authorizationReader, currentDate }: Quotes) {
    const kind = kindOf(change)
    if (!kind) {
      close()
      return
    }
    const asking = {
      ...{ user, client, hostName: location.hostname },
      reader: authorizationReader,
      currentDate,
    }
    setRefusal([])
    setAgreeing({ kind, change, asking })
  }

  async function agree({ kind, change, asking }: Agreeing, version: string) {
    clearNotifications()
    try {
      const body = changeBody(change, asking, version)
      const { messages } = await call("PUT /myaccount-core/paymentFrequency", body)
      await Promise.all(
        staleAfterChange.map((key) => queries.invalidateQueries({ queryKey: [key] })),
      )
      close()
      notify(inOnePanel(messages))
    } catch (error) {
      const id = error instanceof CallError ? error.messages[0]?.messageId : undefined
      if (id === "authorization.changed") {
        // The dialog stays open with the new text, which the server compares again.
        const now = await readQuotes(user, client, change.product.policyNumber)
        const { authorizationReader: reader, currentDate } = now
        setAgreeing({ kind, change, asking: { ...asking, reader, currentDate } })
      }
      if (!(error instanceof CallError) || !id?.startsWith("autoPay.")) throw error
      if (id === "autoPay.methodToVerify") {
        await queries.invalidateQueries({ queryKey: ["paymentMethods"] })
      }
      if (id === "autoPay.pending") {
        close()
        notify(error.messages)
      } else {
        // The person must choose again, starting from the current settings.
        setRefusal(error.messages)
        setAgreeing(null)
      }
    }
  }

  return (
    <>
      <ChangeDialog
        product={agreeing || isAdding ? null : product}
        user={user}
        chosen={chosen}
        refusal={refusal}
        onChoose={(choice) => choose({ ...chosen, ...choice })}
        onAddMethod={() => setAdding(true)}
        onSave={save}
        onClose={close}
      />
      <PaymentMethodDialog
        open={isAdding}
        onClose={() => setAdding(false)}
        onSaved={([added], messages) => {
          if (added) choose({ ...chosen, paymentMethodRecordId: added.paymentRecordId })
          setAdding(false)
          notify(messages)
        }}
      />
      <AuthorizationDialog
        asked={
          agreeing && { kind: agreeing.kind, facts: factsOf(agreeing.change, agreeing.asking) }
        }
        warning={expiryWarning(agreeing?.change.method, agreeing?.change.quote, dayText)}
        more={renewedText(agreeing?.change.method)}
        {...confirmationOf(agreeing?.kind ?? "add")}
        busy={texts.sendingYourChange}
        onAgree={async (version) => {
          if (agreeing) await agree(agreeing, version)
        }}
        onDecline={() => setAgreeing(null)}
      />
    </>
  )
}

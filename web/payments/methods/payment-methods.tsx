import { useState } from "react"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { Message } from "#contracts/messages.ts"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import { LoadFailed } from "#web/app/load-failed.tsx"
import { screenTitle } from "#web/app/page-title.ts"
import { useUser } from "#web/identity/session/session.ts"
import { clearNotifications, notify } from "#web/shell/notifications/notifications.ts"
import { CenterPage } from "../center-page.tsx"
import { DeleteMethodDialog } from "./delete-method-dialog.tsx"
import { MethodList } from "./method-list.tsx"
import PaymentMethodDialog from "./payment-method-dialog.tsx"
import { MethodsLoading } from "./payment-methods-loading.tsx"
import { usePaymentMethods } from "./use-payment-methods.ts"

/** The saved cards and bank accounts. */
export default function PaymentMethods() {
  const user = useUser()
  return user && <PaymentMethodsOf user={user} />
}

/** The open dialog and its method. */
type Doing =
  | { what: "nothing" }
  | { what: "add" }
  | { what: "edit" | "delete"; method: PaymentMethod }

function PaymentMethodsOf({ user }: { user: StoredUser }) {
  const { data, failed, busy, tryAgain } = usePaymentMethods(user)
  const [doing, setDoing] = useState<Doing>({ what: "nothing" })
  const stop = () => setDoing({ what: "nothing" })

  function start(next: Doing) {
    clearNotifications()
    setDoing(next)
  }

  function done(_methods: PaymentMethod[], messages: Message[]) {
    stop()
    notify(messages)
  }

  return (
    <CenterPage title={screenTitle("paymentMethods")}>
      {data ? (
        <MethodList
          methods={data.paymentMethods}
          onAdd={() => start({ what: "add" })}
          onEdit={(method) => start({ what: "edit", method })}
          onDelete={(method) => start({ what: "delete", method })}
        />
      ) : failed ? (
        <LoadFailed busy={busy} onRetry={tryAgain} />
      ) : (
        <MethodsLoading />
      )}
      <PaymentMethodDialog
        open={doing.what === "add" || doing.what === "edit"}
        method={doing.what === "edit" ? doing.method : undefined}
        onClose={stop}
        onSaved={done}
      />
      <DeleteMethodDialog
        user={user}
        method={doing.what === "delete" ? doing.method : null}
        onClose={stop}
        onDeleted={done}
      />
    </CenterPage>
  )
}

import { useEffect, useRef, useState } from "react"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { Message } from "#contracts/messages.ts"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import { LoadFailed } from "#web/app/load-failed.tsx"
import { screenTitle } from "#web/app/page-title.ts"
import { useUser } from "#web/identity/session/session.ts"
import { clearNotifications, notify } from "#web/shell/notifications/notifications.ts"
import { PaymentCenterTabs } from "../payment-center-tabs.tsx"
import { DeleteMethodDialog } from "./delete-method-dialog.tsx"
import { MethodList } from "./method-list.tsx"
import PaymentMethodDialog from "./payment-method-dialog.tsx"
import styles from "./payment-methods.module.css"
import { MethodsLoading } from "./payment-methods-loading.tsx"
import * as texts from "./texts.ts"
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
  const [deletions, setDeletions] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const stop = () => setDoing({ what: "nothing" })

  // The button that opened the dialog is gone with its method.
  useEffect(() => {
    if (deletions > 0) heading.current?.focus()
  }, [deletions])

  function start(next: Doing) {
    clearNotifications()
    setDoing(next)
  }

  function done(_methods: PaymentMethod[], messages: Message[]) {
    stop()
    notify(messages)
  }

  return (
    <div className={styles.page}>
      <h1 ref={heading} tabIndex={-1}>
        {screenTitle("paymentMethods")}
      </h1>
      <PaymentCenterTabs />
      {data ? (
        <MethodList
          methods={data.paymentMethods}
          onAdd={() => start({ what: "add" })}
          onEdit={(method) => start({ what: "edit", method })}
          onDelete={(method) => start({ what: "delete", method })}
        />
      ) : failed ? (
        <LoadFailed text={texts.loadFailed} busy={busy} onRetry={tryAgain} />
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
        onDeleted={(methods, messages) => {
          done(methods, messages)
          setDeletions(deletions + 1)
        }}
      />
    </div>
  )
}

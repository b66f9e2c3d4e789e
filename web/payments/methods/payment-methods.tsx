import { Plus } from "lucide"
import { useId, useState } from "react"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { Message } from "#contracts/messages.ts"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import { LoadFailed } from "#web/app/load-failed.tsx"
import { screenTitle } from "#web/app/page-title.ts"
import { useUser } from "#web/identity/session/session.ts"
import { clearNotifications, notify } from "#web/shell/notifications/notifications.ts"
import { Card } from "#web/ui/card.tsx"
import { LoadingText, Skeleton } from "#web/ui/skeleton.tsx"
import { Icon } from "../../ui/icon.tsx"
import { CenterPage } from "../center-page.tsx"
import { methodNames } from "../method-option.ts"
import { DeleteMethodDialog } from "./delete-method-dialog.tsx"
import { MethodCard } from "./method-card.tsx"
import PaymentMethodDialog from "./payment-method-dialog.tsx"
import styles from "./payment-methods.module.css"
import { useWhyNotAdd } from "./staff-rule.ts"
import * as texts from "./texts.ts"
import { usePaymentMethods } from "./use-payment-methods.ts"

const places = ["first", "second", "third"]

/** Placeholders for the methods. */
function MethodsLoading() {
  return (
    <div className={styles.methods}>
      {places.map((place, index) => (
        <Card key={place} className={styles.loading}>
          {index === 0 && <LoadingText text={texts.loadingMethods} />}
          <Skeleton shape="title" />
          <Skeleton shape="short-line" />
          <Skeleton shape="short-line" />
          <Skeleton shape="button" />
        </Card>
      ))}
    </div>
  )
}

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
  const methods = data?.paymentMethods ?? []
  const nameOf = ({ paymentRecordId: id }: PaymentMethod) =>
    methodNames(methods)[methods.findIndex((one) => one.paymentRecordId === id)]

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
      {failed && <LoadFailed messages={failed} busy={busy} onRetry={tryAgain} />}
      {data ? (
        <MethodList
          methods={data.paymentMethods}
          onAdd={() => start({ what: "add" })}
          onEdit={(method) => start({ what: "edit", method })}
          onDelete={(method) => start({ what: "delete", method })}
        />
      ) : (
        !failed && <MethodsLoading />
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
        name={doing.what === "delete" ? nameOf(doing.method) : undefined}
        onClose={stop}
        onDeleted={done}
      />
    </CenterPage>
  )
}

interface MethodListProps {
  methods: readonly PaymentMethod[]
  onAdd: () => void
  onEdit: (method: PaymentMethod) => void
  onDelete: (method: PaymentMethod) => void
}

function MethodList({ methods, onAdd, onEdit, onDelete }: MethodListProps) {
  const reasonId = useId()
  const blocked = useWhyNotAdd()
  const names = methodNames(methods)
  return (
    <>
      {methods.length === 0 && <p>{texts.noMethods}</p>}
      <ul className={styles.methods}>
        {methods.map((method, index) => (
          <li key={method.paymentRecordId}>
            <MethodCard
              method={method}
              name={names[index] ?? ""}
              onAdd={blocked === "" ? onAdd : undefined}
              onEdit={onEdit}
              onDelete={onDelete}
            />
          </li>
        ))}
        <li className={styles.last}>
          <button
            className={styles.add}
            type="button"
            disabled={blocked !== ""}
            aria-describedby={blocked ? reasonId : undefined}
            onClick={onAdd}
          >
            <Icon of={Plus} size={28} />
            <span>{texts.addPaymentMethod}</span>
          </button>
          {blocked && (
            <p className={styles.reason} id={reasonId}>
              {blocked}
            </p>
          )}
        </li>
      </ul>
    </>
  )
}

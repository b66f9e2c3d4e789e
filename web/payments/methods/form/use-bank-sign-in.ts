import { useQuery } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { gatewayAwayText } from "#contracts/payments/payment-method-rules.ts"
import { call, messagesOf } from "#web/calls/api.ts"
import { csUserid, useUser } from "#web/identity/session/session.ts"
import { stepAside } from "#web/ui/dialog.tsx"
import { EntryRefused, GatewayUnreachable } from "../../fields/contract.ts"
import { gatewayForm } from "../../fields/open.ts"
import { reportUnreachable } from "../../fields/report-unreachable.ts"
import * as texts from "../texts.ts"
import type { MethodForm } from "./use-method-form.ts"

/** Whether the customer can sign in to their bank here; false until that is known. */
export function useHasInstantBank(isNew: boolean): boolean {
  const { data } = useQuery({
    queryKey: ["paymentGateway"],
    queryFn: ({ signal }) => call("GET /myaccount-core/paymentGateway", undefined, { signal }),
    enabled: isNew && csUserid() === undefined,
  })
  return data?.hasInstantBank === true
}

/** Leads the customer to their bank, and stores the account that they choose in the draft. */
export function useBankSignIn(methodForm: MethodForm) {
  const email = useUser()?.email ?? ""
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState("")
  /** The form as it is once the bank has answered; undefined after it was closed. */
  const current = useRef<MethodForm>(undefined)
  useEffect(() => {
    current.current = methodForm
    return () => {
      current.current = undefined
    }
  }, [methodForm])

  async function signIn(): Promise<void> {
    setBusy(true)
    setFault("")
    try {
      const gateway = await call("GET /myaccount-core/paymentGateway")
      const { session } = await call("POST /myaccount-core/paymentGateway/bankSession")
      const { connectBank } = await gatewayForm(gateway)
      if (!current.current) return
      const customer = { holder: current.current.draft.holder, email }
      const chosen = await stepAside(() => connectBank(gateway, session, customer))
      if (chosen) current.current?.change("connected", chosen)
    } catch (error) {
      setFault(faultOf(error))
      reportUnreachable(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, fault, signIn }
}

function faultOf(error: unknown): string {
  if (error instanceof EntryRefused) return texts.bankRefused
  if (error instanceof GatewayUnreachable) return gatewayAwayText
  return messagesOf(error)
    .flatMap(({ content }) => content)
    .join(" ")
}

import { useClient } from "#web/brands/init.ts"
import { accountSystemAway } from "#web/calls/account-system.ts"
import { useStore } from "#web/calls/store.ts"
import * as laterTexts from "../later-texts.ts"

const never = () => null

/** Whether the account system is away. */
export function useIsAway(): boolean {
  return useStore(accountSystemAway, never) !== null
}

/** Why nothing can be paid or changed now; "" while the account system is available. */
export function usePausedReason(): string {
  const isAway = useIsAway()
  const { clientPhoneNumber } = useClient()
  return isAway ? laterTexts.paused(clientPhoneNumber) : ""
}

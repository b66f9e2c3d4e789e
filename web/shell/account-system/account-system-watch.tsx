import { useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import type { Message } from "#contracts/messages.ts"
import { accountSystemAway } from "#web/calls/account-system.ts"
import { call } from "#web/calls/api.ts"
import { useStore } from "#web/calls/store.ts"
import { notify } from "#web/shell/notifications/notifications.ts"
import * as laterTexts from "../later-texts.ts"
import { askUntilBack } from "./ask-until-back.ts"

/** While the account system is away, polls until it is back, and then reloads all data. */
export function AccountSystemWatch() {
  const queries = useQueryClient()
  const isAway = useStore(accountSystemAway) !== null

  useEffect(() => {
    if (!isAway) return
    return askUntilBack(async (signal) => {
      if (!(await isBack(signal))) return false
      if (signal.aborted) return true
      accountSystemAway.set(null)
      await queries.invalidateQueries()
      // A reload may have found meanwhile that it is away again.
      if (accountSystemAway.get() === null) notify([backMessage])
      return true
    })
  }, [isAway, queries])
  return null
}

const backMessage: Message = {
  type: "SUCCESS",
  content: [laterTexts.isBack],
  messageId: "accountSystem.back",
}

async function isBack(signal: AbortSignal): Promise<boolean> {
  const reply = await call("POST /myaccount-core/availability", {}, { signal }).catch(() => null)
  return reply?.insproAvailableInd === "Y"
}

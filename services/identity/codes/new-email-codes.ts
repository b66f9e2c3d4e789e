import type { CodeAnswer } from "#contracts/identity/shapes.ts"
import type { Message } from "#contracts/messages.ts"
import type { Queries } from "#database/sql.ts"
import type { Cookies, Site } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { codeRefusal, codeRequestReply } from "./code-presenter.ts"
import { createOneTimeCodes } from "./one-time-codes.ts"

/** The change of address that a code confirms. */
interface NewEmail {
  client: string
  userid: string
  /** The id of the change. A code for an earlier address does not work for a later one. */
  id: string
}

/** One-time codes that confirm a new email address. */
export function createNewEmailCodes(deps: Deps) {
  const { localize } = deps
  const codes = createOneTimeCodes(deps, { cookie: "new-email", task: "confirm an address" })

  return {
    /** Emails a code, unless one was sent a moment ago. Errors: `passcode.tooManyCodes`. */
    async send(
      { site, cookies }: { site: Site; cookies: Cookies },
      { client, userid, id, address }: NewEmail & { address: string },
      message: Message,
    ) {
      const sent = await codes.send(
        { cookies },
        {
          subject: { client, userid, about: id },
          // One limit for all addresses, so that an account cannot be used to fill other people's
          // mailboxes.
          countedUnder: `${userid} to new addresses`,
          address,
          // The address may belong to someone else, who must not learn the name.
          firstName: "",
          policyNumber: "",
          brand: await deps.brandOf(client, site.origin),
        },
      )
      return await codeRequestReply(localize, client, sent, message)
    },

    /** `work` runs in the transaction that uses up the code. */
    async check(
      browser: { cookies: Cookies },
      { client, userid, id }: NewEmail,
      passCode: string,
      work: (tx: Queries) => Promise<void>,
    ): Promise<{ isRight: true } | { isRight: false; isCounted: boolean; refusal: CodeAnswer }> {
      const checked = await codes.check(browser, { client, userid, about: id }, passCode, work)
      if (checked.outcome === "right") return { isRight: true }
      const refusal = await codeRefusal(localize, client, checked)
      return { isRight: false, isCounted: checked.outcome !== "no attempt", refusal }
    },
  }
}

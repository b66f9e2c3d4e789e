import type { CodeAnswer } from "#contracts/identity/shapes.ts"
import type { Message } from "#contracts/messages.ts"
import type { Queries } from "#database/sql.ts"
import type { Cookies, Site } from "#services/call-request.ts"
import type { PeopleNeeds } from "../needs.ts"
import { codeRefusal, codeRequestReply } from "./code-presenter.ts"
import { createPasscodes } from "./one-time-codes.ts"

/** Which change a code is for, and whose. */
interface NewEmail {
  client: string
  userid: string
  /** Of the change: a code for an earlier address is worth nothing for a later one. */
  id: string
}

/** One-time codes to an email address that is to be put on file. */
export function createNewEmailCodes(needs: PeopleNeeds) {
  const { localize } = needs
  const passcodes = createPasscodes(needs, { cookie: "new-email", task: "confirm an address" })

  return {
    /** Emails a code, unless one was sent a moment ago. Errors: `passcode.tooManyCodes`. */
    async send(
      { site, cookies }: { site: Site; cookies: Cookies },
      { client, userid, id, address }: NewEmail & { address: string },
      message: Message,
    ) {
      const sent = await passcodes.send(
        { cookies },
        {
          subject: { userid, about: id },
          // Of all addresses together: a person's account is not to fill others' mailboxes.
          countedUnder: `${userid} to new addresses`,
          address,
          // The address may be a stranger's, who is to learn no name.
          firstName: "",
          brand: await needs.brandOf(client, site.origin),
        },
      )
      return await codeRequestReply(localize, client, sent, message)
    },

    /** `work` runs in the transaction that uses the code up. */
    async check(
      browser: { cookies: Cookies },
      { client, userid, id }: NewEmail,
      passCode: string,
      work: (tx: Queries) => Promise<void>,
    ): Promise<{ isRight: true } | { isRight: false; isCounted: boolean; refusal: CodeAnswer }> {
      const checked = await passcodes.check(browser, { userid, about: id }, passCode, work)
      if (checked.outcome === "right") return { isRight: true }
      const refusal = await codeRefusal(localize, client, checked)
      return { isRight: false, isCounted: checked.outcome !== "no attempt", refusal }
    },
  }
}

import type { Person } from "#ports/policy-admin/port.ts"
import type { Cookies, Site } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import type { RecentEmailChanges } from "#services/profile/new-email/recent-email-changes.ts"
import { createOneTimeCodes, type Recipient } from "../codes/one-time-codes.ts"
import { findUserOf } from "../credentials/users.store.ts"
import { countsOf } from "../sign-in/guessing-limits.ts"
import type { SendSignInLink } from "../sign-in/sign-in-links.ts"
import type { RegistrationRow } from "./registration.store.ts"

/** The number of codes for one person, for each count in `countsOf`. */
const personLimit = { calls: 10, minutes: 60 }

interface Browser {
  site: Site
  cookies: Cookies
  ip: string
}

/**
 * The one-time codes of registrations. Strangers who know a person's number, name and address can
 * use up the limit for unknown browsers. After that, every reply still claims that a code was sent,
 * but the person gets a link instead: the browser that opens it can request codes.
 */
export function createRegistrationCodes(
  deps: Deps,
  {
    recentEmailChanges,
    sendSignInLink,
  }: { recentEmailChanges: RecentEmailChanges; sendSignInLink: SendSignInLink },
) {
  const { database, rateLimits } = deps
  const codes = createOneTimeCodes(deps, { cookie: "registration-code", task: "register" })

  /**
   * Creates a code with `make`, and emails it if the typed address is the one on file. `isHeld`
   * means that the address fits, but staff changed it recently, so that it must not be used yet.
   *
   * Errors: `passcode.tooManyCodes` for this registration, whether or not the address fits.
   */
  async function send<Result>(
    { site, cookies, ip }: Browser,
    flow: RegistrationRow,
    person: Person,
    addressFits: boolean,
    make: (recipient: Recipient, isHeld: boolean) => Promise<Result>,
  ): Promise<Result> {
    const { client, accountNumber } = flow
    const { firstName, policyNumber, emailAddress } = person
    const isHeld = addressFits && (await isAddressHeld(flow))
    const holder = `registration ${client} ${accountNumber}`
    let isWithheld = false
    const recipient: Recipient = {
      subject: { client, registrationId: flow.id },
      // A registration belongs to one browser, so nobody else can use up its codes.
      countedUnder: `registration ${flow.id}`,
      address: addressFits && !isHeld ? emailAddress : null,
      async isSent(tx) {
        const { standing } = await countsOf(deps, tx, cookies, { client, userid: holder })
        isWithheld = !(await rateLimits.isWithin(`codes of ${standing}`, personLimit, tx))
        return !isWithheld
      },
      firstName,
      policyNumber,
      brand: await deps.brandOf(client, site.origin),
    }
    const result = await make(recipient, isHeld)
    if (isWithheld) {
      const found = { firstName, policyNumber, emailAddress, subjectUserid: null, accountNumber }
      await sendSignInLink({ site, ip }, { client, userid: holder, task: "register", found })
    }
    return result
  }

  /**
   * A hold applies only to a person with credentials. A change with dual approval has already
   * deleted the credentials.
   */
  async function isAddressHeld({ client, accountNumber }: RegistrationRow): Promise<boolean> {
    const isTaken = (await findUserOf(database, client, accountNumber)) !== undefined
    return (await recentEmailChanges.isHeld(database, { client, accountNumber })) && isTaken
  }

  return { another: codes.send, check: codes.check, send }
}

export type RegistrationCodes = ReturnType<typeof createRegistrationCodes>

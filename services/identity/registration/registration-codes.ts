import type { Person } from "#ports/policy-admin/port.ts"
import type { Cookies, Site } from "#services/call-request.ts"
import { createPasscodes, type Recipient } from "../codes/one-time-codes.ts"
import { findUserOf } from "../credentials/users.store.ts"
import type { PeopleNeeds } from "../needs.ts"
import { countsOf } from "../sign-in/guessing-limits.ts"
import type { SendSignInLink } from "../sign-in/sign-in-links.ts"
import type { RegistrationRow } from "./registration.store.ts"

/**
 * Codes that leave for one person: those of strangers together, and those of browsers that opened
 * an emailed link together.
 */
const personLimit = { calls: 10, minutes: 60 }

interface Browser {
  site: Site
  cookies: Cookies
  ip: string
}

/**
 * The one-time codes of registrations. A stranger who knows a person's number, name and address can
 * use up the codes of strangers. Everybody then gets the same answer, that a code was sent, and the
 * person's mailbox gets a link that lets the browser that opens it have codes.
 */
export function createRegistrationCodes(needs: PeopleNeeds & { sendSignInLink: SendSignInLink }) {
  const { database, rateLimits } = needs
  const passcodes = createPasscodes(needs, { cookie: "registration-code", task: "register" })

  /**
   * Makes a code by `make`, and emails it where the address fits. `isHeld` says whether it fits
   * and is not to be used, because staff changed it.
   *
   * Errors: `passcode.tooManyCodes` of this registration, whether or not the address fits.
   */
  async function send<Result>(
    { site, cookies, ip }: Browser,
    flow: RegistrationRow,
    person: Person,
    addressFits: boolean,
    make: (recipient: Recipient, isHeld: boolean) => Promise<Result>,
  ): Promise<Result> {
    const { client, accountNumber } = flow
    const { firstName, emailAddress } = person
    const isHeld = addressFits && (await isAddressHeld(flow))
    const holder = `registration ${client} ${accountNumber}`
    let isWithheld = false
    const recipient: Recipient = {
      subject: { registrationId: flow.id },
      // A registration is one browser's, so nobody else can use its codes up.
      countedUnder: `registration ${flow.id}`,
      address: addressFits && !isHeld ? emailAddress : null,
      async isSent(tx) {
        const { standing } = await countsOf(needs, tx, cookies, holder)
        isWithheld = !(await rateLimits.isWithin(`codes of ${standing}`, personLimit, tx))
        return !isWithheld
      },
      firstName,
      brand: await needs.brandOf(client, site.origin),
    }
    const result = await make(recipient, isHeld)
    if (isWithheld) {
      const found = { firstName, emailAddress, subjectUserid: null, accountNumber }
      await needs.sendSignInLink({ site, ip }, { client, userid: holder, task: "register", found })
    }
    return result
  }

  /** Where credentials are to be replaced, the person is taken. Else dual approval ended them. */
  async function isAddressHeld({ client, accountNumber }: RegistrationRow): Promise<boolean> {
    const isTaken = (await findUserOf(database, client, accountNumber)) !== undefined
    return (await needs.isAddressHeld({ client, accountNumber })) && isTaken
  }

  return { passcodes, send }
}

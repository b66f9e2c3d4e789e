import { isEmailAddressOfAnyEnding } from "#contracts/email-address-rules.ts"
import type { Contact, Person, PolicyAdmin } from "../port.ts"
import type { HttpLog } from "./ask.ts"

/** Accounts that were warned of; then no more, so that the log and the memory stay small. */
const mostWarned = 10_000

/**
 * The port with email addresses that a mail server takes. Old systems hold lists, names or words such
 * as "none" in this field: they count as no address, because an email would never arrive while we say
 * that we sent it. A change of other contact data leaves such a text in the account system as it is.
 */
export function withMailableAddresses(port: PolicyAdmin, log: Pick<HttpLog, "warn">): PolicyAdmin {
  const warned = new Set<string>()

  function mailable(client: string, person: Person): Person {
    const { emailAddress, accountNumber } = person
    if (isMailableOrNone(emailAddress)) return { ...person, emailAddress: emailAddress.trim() }
    const account = `${client} ${accountNumber}`
    if (warned.size < mostWarned && !warned.has(account)) {
      warned.add(account)
      log.warn(
        { client, account: accountNumber },
        "The account system has an email address that no mail server takes. It counts as none.",
      )
    }
    return { ...person, emailAddress: "" }
  }

  /** The contact data with the text on file in the place of the address that counts as none. */
  async function withTextOnFile(client: string, accountNumber: string, contact: Contact) {
    if (contact.emailAddress !== "") return contact
    const { emailAddress = "" } = (await port.person(client, accountNumber)) ?? {}
    return isMailableOrNone(emailAddress) ? contact : { ...contact, emailAddress }
  }

  return {
    ...port,
    async person(client, accountNumber) {
      const person = await port.person(client, accountNumber)
      return person && mailable(client, person)
    },
    async personByPolicyNumber(client, policyNumber) {
      const person = await port.personByPolicyNumber(client, policyNumber)
      return person && mailable(client, person)
    },
    async find(clients, key) {
      const found = await port.find(clients, key)
      return found.map(({ client, person }) => ({ client, person: mailable(client, person) }))
    },
    async account(client, accountNumber) {
      const account = await port.account(client, accountNumber)
      return account && { ...account, person: mailable(client, account.person) }
    },
    async changeContact(client, accountNumber, version, contact) {
      const kept = await withTextOnFile(client, accountNumber, contact)
      return await port.changeContact(client, accountNumber, version, kept)
    },
  }
}

function isMailableOrNone(text: string): boolean {
  return text.trim() === "" || isEmailAddressOfAnyEnding(text)
}

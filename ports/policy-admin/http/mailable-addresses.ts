import { isEmailAddressOfAnyEnding } from "#contracts/email-address-rules.ts"
import type { Contact, Person, PolicyAdmin } from "../port.ts"
import type { HttpLog } from "./ask.ts"

/** The most accounts to warn about, so that the log and the memory stay small. */
const mostWarned = 10_000

/**
 * The port with only deliverable email addresses. Old systems have lists, names or words such as
 * "none" in this field. Such a text is treated as absent, because an email to it would never arrive
 * although we report it as sent. A change of other contact data leaves the text in the account
 * system unchanged.
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

  /** The contact data with the stored text in place of the address that is treated as absent. */
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

import { maskedEmail } from "#contracts/email-address-rules.ts"
import { ApiError } from "#contracts/messages.ts"
import { zipOf } from "#contracts/profile/contact-rules.ts"
import type { Profile, profile } from "#contracts/profile/profile.ts"
import type { Queries } from "#database/sql.ts"
import { shownDate } from "#platform/text/dates.ts"
import { yesNo } from "#platform/text/yes-no.ts"
import type { Contact, Person } from "#ports/policy-admin/port.ts"
import { auditedBy } from "#services/audit/audit.ts"
import { isState } from "#services/brands/states.ts"
import type { CallRequest, CustomerSession, Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { questionById } from "#services/identity/credentials/security-questions.ts"
import type { RegisteredUsers } from "#services/identity/registration/registered-users.ts"
import { sessionAccount } from "#services/products/session-account.ts"
import { createStaffLimits } from "#services/staff/limits/staff-limits.ts"
import type { NewEmail } from "../new-email/new-email.ts"
import { changedParts, checkContact } from "./contact.ts"
import type { ContactChanges } from "./contact-changes.ts"

type ChangeRequest = CallRequest<(typeof profile)["PUT /myaccount-core/profile"]>

/** The current name and contact data of a customer in the account system. */
export function createContactData(
  deps: Deps,
  {
    contactChanges,
    newEmail,
    registeredUsers,
  }: { contactChanges: ContactChanges; newEmail: NewEmail; registeredUsers: RegisteredUsers },
) {
  const { policyAdmin, localize } = deps
  const staffLimits = createStaffLimits(deps)

  const handlers: Handlers<typeof profile> = {
    async "POST /myaccount-core/profile"({ session, body }) {
      const { person } = await sessionAccount(policyAdmin, session, body.policyNumber)
      return { profile: await profileOf(person, session), messages: [] }
    },

    async "PUT /myaccount-core/profile"(request) {
      const { session } = request
      const before = await ownPerson(request)
      const wanted = contactOf(request.body)
      checkContact(before, wanted, isState)
      const changed = changedParts(before, wanted)
      // A change by staff takes effect at once.
      const isAsked = changed.includes("email") && session.staffUserid === null
      if (isAsked) await checkNewEmail(request, before)
      const after = isAsked ? { ...wanted, emailAddress: before.emailAddress } : wanted
      const contactVersion = request.body.contactVersion ?? before.contactVersion
      const count = await countTry(request)
      // The account system would reject it, and it must not use up the customer's limit.
      const isStale = changed.length > 0 && contactVersion !== before.contactVersion
      if (count && isStale) throw new ApiError("profile.changedMeanwhile")
      const asked = {
        client: session.client,
        before: { ...before, contactVersion },
        after,
        siteAddress: request.site.origin,
        action: "contact.change",
        by: auditedBy(session, request.ip),
      } as const
      await contactChanges.change(asked, () => registeredUsers.isRegistered(session), count)
      const read = await policyAdmin.person(session.client, session.accountNumber)
      const person = read ?? { ...before, ...after }
      if (isAsked) await newEmail.ask(request, person, wanted.emailAddress)
      return {
        profile: await profileOf(person, session),
        messages: await messagesFor(session.client, before, wanted, isAsked),
      }
    },
  }

  /**
   * Counts an attempt by staff; returns the function that counts the change. Undefined for
   * customers.
   */
  async function countTry({ site, session, ip }: ChangeRequest) {
    const { staffUserid, userid } = session
    if (staffUserid === null) return undefined
    await staffLimits.consumeTry({ site, ip, session: { staffUserid } })
    return (tx: Queries) => staffLimits.consumeForCustomer(userid, tx)
  }

  async function messagesFor(client: string, before: Person, wanted: Contact, isAsked: boolean) {
    const changed = changedParts(before, wanted)
    if (!isAsked) {
      const isTold = changed.includes("email") && before.emailAddress !== ""
      return [await localize(client, isTold ? "profile.savedEmail" : "profile.saved")]
    }
    const confirm = await localize(client, "profile.confirmEmail", {
      // Shown in full, so that the customer notices a typing error.
      email: wanted.emailAddress,
      current: maskedEmail(before.emailAddress),
    })
    return changed.length > 1 ? [await localize(client, "profile.saved"), confirm] : [confirm]
  }

  /**
   * Errors: `proof.required`; `profile.changedMeanwhile` if the form showed older data. A retry
   * after a lost reply is allowed: its change is already waiting.
   */
  async function checkNewEmail(request: ChangeRequest, before: Person): Promise<void> {
    request.requireStepUpCode()
    const { contactVersion = before.contactVersion, emailAddress } = request.body
    if (contactVersion === before.contactVersion) return
    const waiting = await newEmail.waitingFor(request.session, before)
    if (waiting?.toAddress !== emailAddress) throw new ApiError("profile.changedMeanwhile")
  }

  /** The person of the session. The body must contain the same one. Errors: `request.notFound`. */
  async function ownPerson({ session, body }: ChangeRequest): Promise<Person> {
    const person = await policyAdmin.person(session.client, session.accountNumber)
    if (person?.personNumber !== body.personNumber) throw new ApiError("request.notFound")
    return person
  }

  async function profileOf(person: Person, session: CustomerSession): Promise<Profile> {
    const { address, editBlocked } = person
    const waiting = await newEmail.waitingFor(session, person)
    const isStaff = session.staffUserid !== null
    const question = questionById(session.securityQuestionId) ?? ""
    return {
      userId: session.userid,
      policyHolder: {
        firstName: person.firstName,
        lastName: person.lastName,
        dateOfBirth: isStaff ? "" : shownDate(person.dateOfBirth),
        emailAddress: person.emailAddress,
        personNumber: person.personNumber,
      },
      address: {
        addressLine1: address.addressLine1,
        addressLine2: address.addressLine2,
        addressLine3: address.addressLine3,
        cityName: address.cityName,
        stateCode: address.stateCode,
        zipCode: address.zipCode,
      },
      phoneNumber: person.phoneNumber,
      securityQuestion: isStaff ? "" : question,
      waitingEmail: waiting?.toAddress ?? "",
      emailUnsubscribedStatus: yesNo(!person.isEmailSubscribed),
      editOption: {
        addressEdit: option(editBlocked.save || editBlocked.address),
        phoneNumberEdit: option(editBlocked.save || editBlocked.phoneNumber),
        emailEdit: option(editBlocked.save || editBlocked.email),
        save: option(editBlocked.save),
      },
      contactVersion: person.contactVersion,
    }
  }

  return { handlers }
}

function option(blocked: string) {
  return { disable: yesNo(blocked !== ""), message: blocked }
}

function contactOf(body: ChangeRequest["body"]): Contact {
  return {
    address: {
      addressLine1: body.addressLine1,
      addressLine2: body.addressLine2,
      addressLine3: body.addressLine3,
      cityName: body.cityName,
      stateCode: body.stateCode,
      zipCode: zipOf(body.zipCode),
    },
    phoneNumber: body.phoneNumber,
    emailAddress: body.emailAddress,
  }
}

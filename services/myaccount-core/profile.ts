import { Failure } from "#contracts/messages.ts"
import type { Profile, profile } from "#contracts/myaccount-core/profile.ts"
import type { Contact, Person, PolicyAdmin } from "#ports/policy-admin/port.ts"
import { auditedBy } from "#services/audit.ts"
import type { CallRequest, CustomerSession, Handlers } from "#services/request.ts"
import type { Say } from "#services/say.ts"
import { type Spend, spendAction } from "./agent-budgets.ts"
import { changedParts, checkContact } from "./contact.ts"
import type { ContactChanges } from "./contact-changes.ts"
import { shownDate } from "./dates.ts"
import { holderOf } from "./holder.ts"
import { yesNo } from "./yes-no.ts"

type ChangeRequest = CallRequest<(typeof profile)["PUT /myaccount-core/profile"]>

interface Needs {
  policyAdmin: PolicyAdmin
  contactChanges: ContactChanges
  say: Say
  questionById: (questionId: string | null) => string | undefined
  isState: (stateCode: string) => boolean
  isRegistered: (userid: string) => Promise<boolean>
  /** Errors: `agent.tooMany`. */
  spend: Spend
}

/** Who a customer is and how they are reached, as the account system says at this moment. */
export function createProfile(needs: Needs) {
  const { policyAdmin, contactChanges, say } = needs

  const handlers: Handlers<typeof profile> = {
    async "POST /myaccount-core/profile"({ session, body }) {
      const { person } = await holderOf(policyAdmin, session, body.policyNumber)
      return { profile: profileOf(person, session), messages: [] }
    },

    async "PUT /myaccount-core/profile"(request) {
      const { session } = request
      const before = await ownPerson(request)
      const after = contactOf(request.body)
      checkContact(before, after, needs.isState)
      const changed = changedParts(before, after)
      if (changed.includes("email")) request.requireProof()
      if (session.agentUserid !== null) {
        await spendAction(needs.spend, session.agentUserid, session.userid)
      }
      const contactVersion = request.body.contactVersion ?? before.contactVersion
      const asked = {
        client: session.client,
        before: { ...before, contactVersion },
        after,
        siteAddress: request.site.origin,
        action: "contact.change",
        by: auditedBy(session, request.ip),
      } as const
      await contactChanges.change(asked, () => needs.isRegistered(session.userid))
      const person = await policyAdmin.person(session.client, session.accountNumber)
      const isTold = changed.includes("email") && before.emailAddress !== ""
      return {
        profile: profileOf(person ?? { ...before, ...after }, session),
        messages: [await say(session.client, isTold ? "profile.savedEmail" : "profile.saved")],
      }
    },
  }

  /** The person of the session, whom the body must name. Errors: `request.notFound`. */
  async function ownPerson({ session, body }: ChangeRequest): Promise<Person> {
    const person = await policyAdmin.person(session.client, session.accountNumber)
    if (person?.personNumber !== body.personNumber) throw new Failure("request.notFound")
    return person
  }

  function profileOf(person: Person, session: CustomerSession): Profile {
    const { address, editBlocked } = person
    return {
      userId: session.userid,
      policyHolder: {
        firstName: person.firstName,
        lastName: person.lastName,
        dateOfBirth: shownDate(person.dateOfBirth),
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
      securityQuestion: needs.questionById(session.securityQuestionId) ?? "",
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
      zipCode: body.zipCode,
    },
    phoneNumber: body.phoneNumber,
    emailAddress: body.emailAddress,
  }
}

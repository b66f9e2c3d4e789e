import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { Person } from "#ports/policy-admin/port.ts"

/** What the browser stores of a customer, without the session's token. */
export function customerOf(userid: string, person: Person): Omit<StoredUser, "access_token"> {
  return {
    accountNumber: person.accountNumber,
    policyNumber: person.policyNumber,
    firstName: person.firstName,
    lastName: person.lastName,
    userid,
    isEmailSubscribed: person.isEmailSubscribed,
  }
}

/** What the browser stores of a customer's session. */
export function storedUserOf(userid: string, person: Person, accessToken: string): StoredUser {
  return { access_token: accessToken, ...customerOf(userid, person) }
}

/** What the browser stores of a staff member's session at the support site. */
export function storedStaffMemberOf(
  { userid, firstName, lastName }: { userid: string; firstName: string; lastName: string },
  accessToken: string,
): StoredUser {
  return {
    access_token: accessToken,
    accountNumber: "",
    policyNumber: "",
    firstName,
    lastName,
    userid,
    isEmailSubscribed: false,
  }
}

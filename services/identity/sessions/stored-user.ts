import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { Person } from "#ports/policy-admin/port.ts"

/** The customer in the form that the browser stores, without the access token. */
export function customerOf(userid: string, person: Person): Omit<StoredUser, "access_token"> {
  return {
    accountNumber: person.accountNumber,
    policyNumber: person.policyNumber,
    firstName: person.firstName,
    lastName: person.lastName,
    userid,
    email: person.emailAddress,
    isEmailSubscribed: person.isEmailSubscribed,
  }
}

/** The part of a customer's session that the browser stores. */
export function storedUserOf(userid: string, person: Person, accessToken: string): StoredUser {
  return { access_token: accessToken, ...customerOf(userid, person) }
}

/** The part of a staff member's session that the browser stores. */
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

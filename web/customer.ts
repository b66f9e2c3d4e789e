import type { StoredUser } from "#contracts/appauth/shapes.ts"
import type { BodyOf } from "#contracts/endpoint.ts"
import type { Endpoints } from "#contracts/endpoints.ts"

type CustomerBody = BodyOf<Endpoints["POST /myaccount-core/dashboard"]>

/** What every screen of a customer sends; the server checks each field against the session. */
export function customerBody(user: StoredUser, client: string): CustomerBody {
  return {
    client,
    accountNumber: user.accountNumber,
    policyNumber: user.policyNumber,
    policyHolder: { firstName: user.firstName, lastName: user.lastName },
    userid: user.userid,
    isEmailSubscribed: user.isEmailSubscribed,
  }
}

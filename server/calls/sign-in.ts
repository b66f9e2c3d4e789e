import type { signIn } from "#contracts/identity/sign-in.ts"
import type { Handlers } from "#services/call-request.ts"

const login = "POST /appauth/login"
type SignIn = Handlers<typeof signIn>[typeof login]

/** One call serves two sign-ins: the customers' at their sites, and the staff's at the support site. */
export function signInBySite({ customers, staff }: { customers: SignIn; staff: SignIn }) {
  const handlers: Pick<Handlers<typeof signIn>, typeof login> = {
    [login]: (request) => (request.site.isCustomerSite ? customers(request) : staff(request)),
  }
  return { handlers }
}

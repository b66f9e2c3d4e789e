import type { signIn } from "#contracts/identity/sign-in.ts"
import type { Handlers } from "#services/call-request.ts"

const login = "POST /appauth/login"
type LogIn = Handlers<typeof signIn>[typeof login]

/** One call serves two log-ins: the customers' at their sites, and the staff's at the support site. */
export function logInBySite({ customers, staff }: { customers: LogIn; staff: LogIn }) {
  const handlers: Pick<Handlers<typeof signIn>, typeof login> = {
    [login]: (request) => (request.site.isCustomerSite ? customers(request) : staff(request)),
  }
  return { handlers }
}

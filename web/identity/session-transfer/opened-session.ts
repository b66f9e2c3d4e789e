import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { LoginPayload } from "#contracts/identity/sign-in.ts"
import { CallError, call } from "#web/calls/api.ts"

/** The session in a reply; undefined if it does not contain one. */
export function sessionIn(reply: Partial<StoredUser>): StoredUser | undefined {
  if (!reply.access_token) return undefined
  return {
    access_token: reply.access_token,
    accountNumber: reply.accountNumber ?? "",
    policyNumber: reply.policyNumber ?? "",
    firstName: reply.firstName ?? "",
    lastName: reply.lastName ?? "",
    userid: reply.userid ?? "",
    email: reply.email ?? "",
    isEmailSubscribed: reply.isEmailSubscribed ?? false,
  }
}

/**
 * Reports the place and device of the new session to the server.
 *
 * Errors: `CallError` if the server rejects the session. Any other failure is only logged, because
 * it must not lock a person out.
 */
export async function sendUserInformation(
  user: StoredUser,
  payload: Pick<
    LoginPayload,
    "username" | "isCustomerUser" | "client" | "clientLoginIp" | "userDeviceInfo"
  >,
): Promise<void> {
  const { username, isCustomerUser, client, clientLoginIp, userDeviceInfo } = payload
  try {
    await call(
      "PUT /appauth/userInformation",
      { username, isCustomerUser, client, clientLoginIp, userDeviceInfo },
      { token: user.access_token },
    )
  } catch (error) {
    if (error instanceof CallError && (error.status === 401 || error.status === 403)) throw error
    console.warn("The user information could not be sent:", error)
  }
}

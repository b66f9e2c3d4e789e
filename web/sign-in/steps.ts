import type { StoredUser } from "#contracts/appauth/shapes.ts"
import type { LoginPayload } from "#contracts/appauth/sign-in.ts"
import { CallError, call } from "../api.ts"
import { deviceInfo } from "../device.ts"
import { readItem, writeItem } from "../local-storage.ts"

/** What a person types, and the client that they sign in to. */
export interface Credentials {
  username: string
  password: string
}

/** Everything that the log-in call takes; the calls about the code send it again. */
export async function loginPayload(
  { username, password }: Credentials,
  site: { client: string; clientName: string; isCustomerUser: boolean },
): Promise<LoginPayload> {
  const [clientLoginIp, userDeviceInfo] = await Promise.all([loginIp(), deviceInfo()])
  return {
    username: username.trim(),
    password,
    ...site,
    email: "",
    phase: "login",
    passCode: "",
    destinationType: "email",
    clientLoginIp,
    userDeviceInfo,
  }
}

/** The address that the person comes from. Unknown is no reason not to let them in. */
export async function loginIp(): Promise<string> {
  try {
    const { ip } = await call("GET /appcontent/publicIp")
    writeItem("customerLoginIp", ip)
    return ip
  } catch (error) {
    console.warn("The public address could not be told:", error)
    return readItem("customerLoginIp") ?? ""
  }
}

/** The session in a reply, when it holds one. */
export function sessionIn(reply: Partial<StoredUser>): StoredUser | undefined {
  if (!reply.access_token) return undefined
  return {
    access_token: reply.access_token,
    accountNumber: reply.accountNumber ?? "",
    policyNumber: reply.policyNumber ?? "",
    firstName: reply.firstName ?? "",
    lastName: reply.lastName ?? "",
    userid: reply.userid ?? "",
    isEmailSubscribed: reply.isEmailSubscribed ?? false,
  }
}

/**
 * Tells the server where and on which device the new session is used.
 *
 * Errors: `CallError` when the server refuses the session; any other failure is only logged, for
 * it must not keep a person out.
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

export function rememberUsername(username: string, remember: boolean): void {
  writeItem("rememberedUsername", remember ? username.trim() : null)
}

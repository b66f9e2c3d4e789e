import type { LoginPayload } from "#contracts/appauth/sign-in.ts"
import { call } from "../api.ts"
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

/** In a file of its own: the form is drawn without it, and asking for the address takes as long. */
async function deviceInfo() {
  return await (await import("../device.ts")).deviceInfo()
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

export function rememberUsername(username: string, remember: boolean): void {
  writeItem("rememberedUsername", remember ? username.trim() : null)
}

import type { LoginPayload } from "#contracts/identity/sign-in.ts"
import { call } from "#web/calls/api.ts"
import { readItem, writeItem } from "#web/calls/local-storage.ts"
import { deviceInfo } from "../devices/device.ts"
import type { Credentials } from "./credentials.ts"

/** The complete body of the login call. The calls about the code send it again. */
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

/** The person's public IP address; "" if it is unknown, which must not prevent the login. */
export async function loginIp(): Promise<string> {
  try {
    const { ip } = await call("GET /appcontent/publicIp")
    writeItem("customerLoginIp", ip)
    return ip
  } catch (error) {
    console.warn("The public address could not be loaded:", error)
    return readItem("customerLoginIp") ?? ""
  }
}

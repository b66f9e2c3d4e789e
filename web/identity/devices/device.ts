import { userAgentMaxLength } from "#contracts/identity/device-rules.ts"
import type { UserDeviceInfo } from "#contracts/identity/shapes.ts"

const textMaxLength = 200

/**
 * The device that signs in. Never fails: without the parser's file, it contains only the user
 * agent.
 */
export async function deviceInfo(): Promise<UserDeviceInfo> {
  try {
    const { default: bowser } = await import("bowser")
    return deviceInfoOf(navigator.userAgent, bowser.parse(navigator.userAgent))
  } catch (error) {
    console.warn("The device is unknown:", error)
    return deviceInfoOf(navigator.userAgent, {})
  }
}

/** The parts of a parsed user agent that are used. */
interface ParsedDevice {
  os?: { name?: string; version?: string }
  browser?: { name?: string; version?: string }
  platform?: { type?: string; model?: string; vendor?: string }
}

export function deviceInfoOf(userAgent: string, device: ParsedDevice): UserDeviceInfo {
  return {
    userOS: short(device.os?.name),
    userOSVersion: short(device.os?.version),
    browserName: short(device.browser?.name),
    browserVersion: short(device.browser?.version),
    isMobile: device.platform?.type === "mobile" ? "Y" : "N",
    mobileModel: short(device.platform?.model),
    mobileVendor: short(device.platform?.vendor),
    userAgent: userAgent.slice(0, userAgentMaxLength),
  }
}

function short(text: string | undefined): string {
  return (text ?? "").slice(0, textMaxLength)
}

import type { Profile } from "#contracts/profile/profile.ts"

/** The lines of an address, as on an envelope. */
export function addressLines(address: Profile["address"]): string[] {
  const { addressLine1, addressLine2, addressLine3, cityName, stateCode, zipCode } = address
  const place = [cityName, `${stateCode} ${zipCode}`.trim()].filter(Boolean).join(", ")
  return [addressLine1, addressLine2, addressLine3, place].filter(Boolean)
}

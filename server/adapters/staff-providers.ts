import { createOpenidProvider } from "#ports/identity-provider/openid/openid.ts"
import type { StaffProviderSettings } from "#server/config/staff-providers-file.ts"
import type { StaffProvider } from "#services/staff/providers/staff-sign-in-ways.ts"

/**
 * The staff identity providers. Their first request goes out at the first sign-in, not at startup.
 */
export function openStaffProviders(
  settings: readonly StaffProviderSettings[],
): readonly StaffProvider[] {
  return settings.map(({ name, label, groups, ...openid }) => ({
    name,
    label,
    issuer: openid.issuer,
    groups: Object.fromEntries(
      Object.entries(groups).map(([group, { clients, roles }]) => [
        group,
        { clients: clients === "all" ? null : clients, roles },
      ]),
    ),
    openid: createOpenidProvider(openid),
  }))
}

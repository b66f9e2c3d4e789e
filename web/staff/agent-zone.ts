import { useClient } from "#web/brands/init.ts"

/**
 * The time zone of the staff member's device. Virtual desktops often run in UTC, which no one lives
 * by: there, the zone of the support site.
 */
export function useAgentZone(): string {
  const { timeZone } = useClient()
  return agentZone(Intl.DateTimeFormat().resolvedOptions().timeZone, timeZone)
}

export function agentZone(ofDevice: string, ofSite: string): string {
  return /^(Etc\/)?(UTC|GMT|UCT|Universal|Zulu)$/.test(ofDevice) ? ofSite : ofDevice
}

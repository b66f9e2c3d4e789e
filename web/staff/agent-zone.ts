import { useClient } from "#web/brands/init.ts"

/**
 * The time zone of the staff member's device. On a device in UTC, such as many virtual desktops, the
 * zone of the support site.
 */
export function useAgentZone(): string {
  const { timeZone } = useClient()
  return agentZone(Intl.DateTimeFormat().resolvedOptions().timeZone, timeZone)
}

export function agentZone(ofDevice: string, ofSite: string): string {
  return /^(Etc\/)?(UTC|GMT|UCT|Universal|Zulu)$/.test(ofDevice) ? ofSite : ofDevice
}

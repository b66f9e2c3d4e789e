import { SelectField } from "#web/ui/form/select-field.tsx"
import { useClient, useInit } from "./init.ts"
import * as texts from "./texts.ts"

/** The client that a call is for: the host's own client, or the union chosen at its group. */
export interface ChosenSite {
  client: string
  clientName: string
  hostName: string
  /** Where the person goes on once signed in; nothing where they stay. */
  unionHostName: string | null
}

/** The site for a picked union; undefined while one is still to be picked. */
export function useChosenSite(unionClient: string): ChosenSite | undefined {
  const { client, clientName } = useClient()
  const group = useInit().clientGroupsData
  if (!group) return { client, clientName, hostName: location.hostname, unionHostName: null }
  const union = group.items.find((item) => item.client === unionClient)
  return (
    union && {
      client: union.client,
      clientName: union.name,
      hostName: union.hostName,
      unionHostName: union.hostName,
    }
  )
}

/** The client of the union whose host the person came from (see `to-group.tsx`), or "". */
export const presetUnion = new URLSearchParams(location.search).get("union") ?? ""

export const unionRequiredText = texts.pleaseChooseYourUnion

interface UnionFieldProps {
  /** The client of the union that is picked; empty while none is. */
  value: string
  error?: string | undefined
  onChange: (unionClient: string) => void
}

/** Picks the union where the client is a group; nothing elsewhere. */
export function UnionField({ value, error, onChange }: UnionFieldProps) {
  const group = useInit().clientGroupsData
  if (!group) return null
  return (
    <SelectField
      label={texts.union}
      placeholder={group.label}
      required
      error={error}
      options={group.items.map(({ client, name }) => ({ value: client, label: name }))}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

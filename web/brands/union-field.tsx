import { useEffect } from "react"
import { preconnect } from "react-dom"
import type { ClientGroup } from "#contracts/brands/clients.ts"
import { SelectField } from "#web/ui/form/select-field.tsx"
import type { UnionFieldProps } from "./union.tsx"

/** The unions of a group to choose from. */
export default function UnionSelect(props: UnionFieldProps & { group: ClientGroup }) {
  const { group, value, error, onChange } = props
  const hostName = group.items.find(({ client }) => client === value)?.hostName

  useEffect(() => {
    if (hostName) connect(hostName)
  }, [hostName])

  return (
    <SelectField
      translate="no"
      label={capitalized(group.term)}
      placeholder={group.label}
      required
      error={error}
      options={group.items.map(({ client, name }) => ({ value: client, label: name }))}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** Preconnects to the union's host, so that the redirect after the login is faster. */
function connect(hostName: string): void {
  const address = new URL(location.origin)
  address.hostname = hostName
  preconnect(address.origin)
}

function capitalized(term: string): string {
  return term.slice(0, 1).toUpperCase() + term.slice(1)
}

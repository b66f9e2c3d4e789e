import { chunk, Part } from "#web/app/chunk.tsx"
import { readItem } from "#web/calls/local-storage.ts"
import { useHydrated } from "#web/ui/hydration/hydrated.ts"
import { useClient, useInit } from "./init.ts"
import * as texts from "./texts.ts"

/** The client that a call is for: the host's own client, or the union chosen at its group. */
export interface ChosenSite {
  client: string
  clientName: string
  hostName: string
  /** The host where the person continues after signing in; null if they stay on this one. */
  unionHostName: string | null
}

/** The site of the chosen union; undefined until one is chosen. */
export function useChosenSite(unionClient: string): ChosenSite | undefined {
  const { client, clientName } = useClient()
  const group = useInit().clientGroupsData
  if (!group)
    return {
      client,
      clientName,
      hostName: location.hostname,
      unionHostName: null,
    }
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

/** Read from the address that opened the document; empty on the server. */
const preset = new URLSearchParams(location.search).get("union") ?? ""

/**
 * The client of the union whose host the person came from (see `to-group.tsx`), or of the union
 * that was remembered with the username; otherwise "".
 */
export function usePresetUnion(): string {
  const group = useInit().clientGroupsData
  if (!useHydrated()) return ""
  const remembered = preset === "" ? readItem("rememberedUnion") : null
  return group?.items.find(({ client }) => client === remembered)?.client ?? preset
}

/** The group's term for one of its members, such as "union". */
export function useGroupTerm(): string {
  return useInit().clientGroupsData?.term ?? "union"
}

/** The error of a form in which no union is chosen. */
export function useUnionRequiredText(): string {
  return texts.pleaseChooseYour(useGroupTerm())
}

export interface UnionFieldProps {
  /** The client of the chosen union; "" until one is chosen. */
  value: string
  error?: string | undefined
  onChange: (unionClient: string) => void
}

/**
 * In a separate file, because most clients are not groups. Preload it with the first screen of a
 * group.
 */
export const unionField = chunk(() => import("./union-field.tsx"))

/** Lets the person choose a union if the client is a group; otherwise renders nothing. */
export function UnionField(props: UnionFieldProps) {
  const group = useInit().clientGroupsData
  return group && <Part chunk={unionField} props={{ ...props, group }} />
}

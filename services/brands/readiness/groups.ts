import type { ClientFile } from "../loading/client-file.ts"
import { type CheckedBrand, fieldAt, hasCustomerSite } from "./checked-brand.ts"
import { errorAt, type Finding } from "./finding.ts"

/** Items of a group that no customer could use. `others` are all brands of the folder. */
export function checkGroup(checked: CheckedBrand, others: readonly ClientFile[]): Finding[] {
  const { client, clientGroup } = checked.brand
  if (!clientGroup) return []
  const at = (...path: (string | number)[]) => fieldAt(checked, "clientGroup", ...path)
  const items = clientGroup.items.flatMap((item, index) => {
    const target = others.find((other) => other.client === item.client)
    const site = target?.sites.find(({ host }) => host === item.hostName)
    const refuse = (field: string, reason: string, fix: string) => [
      errorAt("group", at("items", index, field), { reason, fix }),
    ]
    if (item.client === client) {
      return refuse("client", "leads to the group itself", "Name the client of one of its members.")
    }
    if (target?.clientGroup) {
      return refuse("client", `leads to ${item.client}, which is a group too`, "Name its members.")
    }
    if (site?.isCustomerSite === false) {
      const fix = "Name a host of that client with isCustomerSite true."
      return refuse("hostName", `leads to ${item.hostName}, a site for staff`, fix)
    }
    const isSame = (other: typeof item) => other.name.trim() === item.name.trim()
    if (clientGroup.items.findIndex(isSame) < index) {
      return refuse("name", `“${item.name}” is in the list twice`, "Give each item its own name.")
    }
    return []
  })
  if (hasCustomerSite(checked.brand)) return items
  const reason = "the group has no site on which its members could choose"
  return [
    ...items,
    errorAt("group", at(), { reason, fix: 'Add a host with "isCustomerSite": true.' }),
  ]
}

import { join } from "node:path"
import { stringify } from "yaml"
import { policyAdminDocument } from "#ports/policy-admin/contract/openapi.ts"

export const contractFile = join(import.meta.dirname, "../../docs/policy-admin.openapi.yaml")

/** The content of the committed file, generated from the rows of the contract. */
export function contractText(): string {
  const note = "Made by npm run generate from ports/policy-admin/contract/."
  const text = stringify(policyAdminDocument(), {
    lineWidth: 100,
    aliasDuplicateObjects: false,
    // YAML version 1.1 quotes texts that older parsers take for dates and booleans.
    version: "1.1",
  })
  return `# ${note}\n${text}`
}

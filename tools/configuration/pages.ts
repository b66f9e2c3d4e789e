import type { Setting } from "#server/config/settings/setting.ts"
import { settingGroups } from "#server/config/settings/settings.ts"
import { privacyPage } from "./privacy-page.ts"

/**
 * The files that are generated from the settings and the data map, by their paths in the project.
 */
export const pages: Readonly<Record<string, () => string>> = {
  "docs/configuration.md": configurationPage,
  ".env.example": exampleFile,
  "docs/privacy.md": privacyPage,
}

const intro = `# Configuration

<!-- \`npm run generate\` writes this page from server/config/settings/. -->

Settings are environment variables; an empty one counts as absent. Start from [\`.env.example\`](../.env.example). A server checks them at
its start, lists every problem without secrets, and warns about names that look mistyped. To change a setting or a file that it names,
restart the servers [one after the other](run/servers.md#starting-and-stopping).`

function configurationPage(): string {
  const sections = Object.entries(settingGroups).map(([heading, group]) => {
    const rows = Object.entries(group).map(([name, setting]) => rowOf(name, setting))
    return [`## ${heading}`, "| Name | Default | Meaning |", "|---|---|---|", ...rows].join("\n")
  })
  return `${[intro, ...sections].join("\n\n")}\n`
}

function rowOf(name: string, { byDefault, meaning }: Setting<unknown>): string {
  return `| \`${name}\` | ${byDefault} | ${meaning} |`
}

function exampleFile(): string {
  const intro =
    "# Settings of My Account. `npm run generate` writes this file; docs/configuration.md\n# explains each setting. Remove the # before those that you set. deploy/my-account@.service sets\n# NODE_ENV, PORT, ADMIN_PORT and DATA_DIR itself."
  const sections = Object.entries(settingGroups).map(([heading, group]) => {
    const lines = Object.entries(group).map(([name, { example }]) => `# ${name}=${example}`)
    return [`# ${heading}`, ...lines].join("\n")
  })
  return `${[intro, ...sections].join("\n\n")}\n`
}

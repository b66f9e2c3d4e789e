import type { Setting } from "#server/config/settings/setting.ts"
import { settingGroups } from "#server/config/settings/settings.ts"
import { privacyPage } from "./privacy-page.ts"

/** The files that are made from the settings and the data map, by their paths in the project. */
export const pages: Readonly<Record<string, () => string>> = {
  "docs/configuration.md": configurationPage,
  ".env.example": exampleFile,
  "docs/privacy.md": privacyPage,
}

const intro = `# Configuration

<!-- \`npm run configuration\` writes this page from server/config/settings/. -->

All settings are environment variables; an empty one counts as absent. [\`.env.example\`](../.env.example) is a file to start
from, for \`EnvironmentFile=\` of systemd or \`--env-file\` of a container. A server that starts checks them all, and lists
every problem at once: the setting, what it must be, and an example. A name that looks like a mistyped setting gets a warning.
No message repeats a secret.

Settings, and the files that they name, are read once: a changed key, credential or certificate counts after a restart. Restart
servers [one after the other](operating.md#starting-and-stopping), and no request fails.`

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
    "# Settings of My Account. `npm run configuration` writes this file; docs/configuration.md\n# explains each setting. Remove the # before those that you set. deploy/my-account@.service sets\n# NODE_ENV, PORT, ADMIN_PORT and DATA_DIR itself."
  const sections = Object.entries(settingGroups).map(([heading, group]) => {
    const lines = Object.entries(group).map(([name, { example }]) => `# ${name}=${example}`)
    return [`# ${heading}`, ...lines].join("\n")
  })
  return `${[intro, ...sections].join("\n\n")}\n`
}

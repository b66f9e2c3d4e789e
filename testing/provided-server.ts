import type { Database } from "#database/open.ts"
import { readConfig } from "#server/config/config.ts"
import { startServer } from "#server/main.ts"
import { builtWeb } from "#server/page/web.ts"
import type { TestClock } from "./clock.ts"
import { keySettings } from "./secret-key.ts"
import { supportHost } from "./staff.ts"
import {
  providerSecret,
  serveProvider,
  startListener,
  testGroups,
  writeProvidersFile,
} from "./staff-providers.ts"

export interface ProvidedPerson {
  id: string
  groups: string[]
}

interface Start extends ProvidedPerson {
  database: Database
  clock: TestClock
  smtpUrl: string
  /** Whether local accounts are on. */
  local: "on" | "off"
}

/** A server of the build with a provider at which a person of these groups can sign in. */
export async function startProvided({ database, clock, smtpUrl, local, id, groups }: Start) {
  const listener = await startListener()
  const common = { issuer: listener.address, clientId: "my-account", clientSecret: providerSecret }
  const file = await writeProvidersFile({
    providers: [
      { name: "oak", label: "Oakwood account", groups: testGroups, ...common },
      { name: "elm", label: "Elm Partners", groups: testGroups, ...common },
    ],
  })
  const config = readConfig({
    ...{ PORT: "0", ...keySettings, LOG_LEVEL: "error", SMTP_URL: smtpUrl },
    ...{ BILLING_RUN: "off", STAFF_PROVIDERS_FILE: file.path, STAFF_LOCAL_ACCOUNTS: local },
  })
  await file.remove()
  const server = await startServer({
    ...{ config, database, clock, databaseTime: async () => clock.now() },
    web: await builtWeb(),
  })
  const served = await serveProvider(listener, {
    returnAddress: `${server.origin(supportHost)}/log-in/oak`,
    logoutAddress: `http://127.0.0.1:${server.port}/provider-logout/oak`,
  })
  const setGroups = (person: string, names: string[]) => {
    const dana = { given_name: "Dana", family_name: "Reyes", email: "dana@corp.example" }
    served.people.set(person, { ...dana, groups: names })
  }
  setGroups(id, groups)
  return {
    port: server.port,
    setGroups,
    async close() {
      await server.close()
      await listener.close()
    },
  }
}

export type Provided = Awaited<ReturnType<typeof startProvided>>

import { isLoopback } from "#platform/http/transport-security.ts"
import { version } from "#platform/version.ts"
import type { Config } from "#server/config/config.ts"
import { builtWeb } from "#server/page/web.ts"
import { listSites } from "../sites.store.ts"
import { checkServedBrands } from "./brand-checks.ts"
import {
  checkDocumentStore,
  checkGateway,
  checkMail,
  checkPolicyAdmin,
} from "./connection-checks.ts"
import { checkDatabase, checkReplica } from "./database-checks.ts"
import { checkSecretFiles } from "./key-checks.ts"
import { checkOpenings } from "./opening-checks.ts"
import { type CheckOutcome, good, problem, reasonOf, warning } from "./outcome.ts"
import { checkCollector, checkPorts } from "./place-checks.ts"
import { checkProviders } from "./provider-checks.ts"
import { checkNamedAccounts } from "./stripe-checks.ts"

/** Checks everything that a server with these settings needs, one thing after the other. */
export async function checkDeployment(
  config: Config,
  env: NodeJS.ProcessEnv,
): Promise<CheckOutcome[]> {
  let hosts: string[] = []
  return [
    good("version", `This is My Account ${version}.`),
    ...settingsOf(config, env),
    ...checkSecretFiles(env),
    ...(await buildOf()),
    ...(await checkPorts(config)),
    ...(await checkDatabase(config, async (database) => {
      hosts = (await listSites(database)).map(({ host }) => host)
      return [
        ...(await checkServedBrands(database, config)),
        ...(await checkOpenings(database, config)),
        ...(await checkNamedAccounts(database, config)),
      ]
    })),
    ...(await checkReplica(config)),
    ...(await checkMail(config)),
    ...(await checkGateway(config, hosts)),
    ...(await checkPolicyAdmin(config)),
    ...(await checkDocumentStore(config)),
    ...(await checkProviders(config)),
    ...(await checkCollector(env)),
  ]
}

function settingsOf(
  { production, warnings, listenOn }: Config,
  env: NodeJS.ProcessEnv,
): CheckOutcome[] {
  return [
    good("settings", "Every setting can be used."),
    ...warnings.map((line) => warning("settings", line)),
    ...(production
      ? []
      : [warning("NODE_ENV", "This is no production: unsafe settings are not refused.")]),
    ...(production && isLoopback(listenOn) && !env.TRUST_PROXY
      ? [
          warning(
            "TRUST_PROXY",
            `Only a proxy reaches a server on ${listenOn}, and none is trusted: all browsers would share one rate limit. Name the proxy, such as 127.0.0.1.`,
          ),
        ]
      : []),
    ...(production && process.getuid?.() === 0
      ? [warning("user", "This check runs as root, who may read and write more than the service.")]
      : []),
  ]
}

async function buildOf(): Promise<CheckOutcome[]> {
  try {
    await builtWeb()
    return [good("build", "dist/ has the part for browsers.")]
  } catch (error) {
    return [problem("build", reasonOf(error))]
  }
}

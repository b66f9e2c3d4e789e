import { systemClock } from "#platform/clock.ts"
import { verifySmtp } from "#ports/mail/smtp.ts"
import { stripeAddress } from "#ports/payment-gateway/stripe/addresses.ts"
import { createHttpPolicyAdmin } from "#ports/policy-admin/http/http.ts"
import { openDocumentStore } from "#server/adapters/document-store.ts"
import { openGateway } from "#server/adapters/payment-gateway.ts"
import type { Config } from "#server/config/config.ts"
import { createSiteAddresses } from "#server/config/site-addresses.ts"
import { probeClient } from "../backup/documents.ts"
import { advised } from "./advice.ts"
import { type CheckOutcome, good, problem, reasonOf, warning } from "./outcome.ts"
import { takesConnections } from "./place-checks.ts"
import { checkStripe, checkStripeKeys } from "./stripe-checks.ts"

/** Connects to the mail server and signs in, if `smtpUrl` contains a user; sends nothing. */
export async function checkMail({
  smtpUrl,
  mailFrom,
  production,
}: Config): Promise<CheckOutcome[]> {
  if (smtpUrl === undefined) {
    return [warning("SMTP_URL", "There is no mail server; a server needs one.")]
  }
  const fault = await verifySmtp(smtpUrl)
  const { host, username } = new URL(smtpUrl)
  const taken = username === "" ? "answers; SMTP_URL names no user" : "takes this sign-in"
  return [
    fault === undefined
      ? good("SMTP_URL", `The mail server ${host} ${taken}.`)
      : problem("SMTP_URL", advised(`The mail server ${host} cannot be used: ${fault}`)),
    ...(production && mailFrom.endsWith(".localhost")
      ? [
          problem(
            "MAIL_FROM",
            `Emails would come from ${mailFrom}, which mail servers refuse. Name an address of yours.`,
          ),
        ]
      : [good("MAIL_FROM", `Emails come from ${mailFrom}.`)]),
  ]
}

/**
 * Sends the payment gateway requests that need its key and move no money. `hosts` are those of the
 * sites.
 */
export async function checkGateway(
  config: Config,
  hosts: readonly string[],
): Promise<CheckOutcome[]> {
  const { paymentGateway } = config
  switch (paymentGateway.kind) {
    case "stripe": {
      const place = new URL(stripeAddress)
      if (await takesConnections(place)) return await checkStripe(config, paymentGateway, hosts)
      const keys = await checkStripeKeys(config, paymentGateway)
      return [...keys, awayOutcome(place, "Open the firewall for it.")]
    }
    case "sandbox":
      return [await checkSandbox(config, paymentGateway)]
    default:
      return paymentGateway satisfies never
  }
}

async function checkSandbox(
  config: Config,
  sandbox: Extract<Config["paymentGateway"], { kind: "sandbox" }>,
): Promise<CheckOutcome> {
  if (sandbox.url === undefined) {
    return warning("PAYMENT_GATEWAY", "This is the sandbox. It moves no money.")
  }
  const place = new URL(sandbox.url)
  if (!(await takesConnections(place))) {
    return awayOutcome(place, "Start it, or correct SANDBOX_GATEWAY_URL.")
  }
  const opened = await openGateway(sandbox, {
    clock: systemClock,
    dataFolder: config.dataFolder,
    addresses: createSiteAddresses(config),
    trusts: config.trustProxy,
  })
  try {
    const [gateway] = opened.gateways
    const isOurs = await gateway?.available()
    return isOurs
      ? good("PAYMENT_GATEWAY", `${gateway?.name} takes SANDBOX_GATEWAY_SECRET.`)
      : problem("PAYMENT_GATEWAY", `${place.origin} refuses SANDBOX_GATEWAY_SECRET. Correct it.`)
  } finally {
    await opened.close()
  }
}

function awayOutcome({ origin }: URL, advice: string): CheckOutcome {
  return problem("PAYMENT_GATEWAY", `${origin} cannot be reached from here. ${advice}`)
}

/** No customer has this client and number. */
const probe = {
  client: probeClient,
  accountNumber: probeClient,
  documentId: probeClient,
  documentSource: probeClient,
  documentCategory: probeClient,
}

/** Stores and reads one small file, the same each time. */
export async function checkDocumentStore({
  documentStore: config,
}: Config): Promise<CheckOutcome[]> {
  const about = "folder" in config ? "DOCUMENTS_DIR" : "DOCUMENT_STORE"
  const place = "folder" in config ? config.folder : `the bucket ${config.bucket}`
  const body = Buffer.from("npm run my-account -- check wrote this file.\n")
  try {
    const store = openDocumentStore(config)
    await store.write(probe, body)
    const isSame = (await store.read(probe))?.equals(body) === true
    if (isSame) return [good(about, `Documents can be stored in ${place}.`)]
    return [problem(about, `A file stored in ${place} comes back as another one.`)]
  } catch (error) {
    return [
      problem(
        about,
        advised(`Documents cannot be stored in ${place}: ${reasonOf(causeOf(error))}`),
      ),
    ]
  }
}

/** Away is the only failure of the store; its cause contains the reason. */
function causeOf(error: unknown): unknown {
  return (error as Error).cause ?? error
}

/** Checks whether the account system is available, with our credentials. */
export async function checkPolicyAdmin({ policyAdmin: config }: Config): Promise<CheckOutcome[]> {
  if (config === "embedded") return []
  const faults: string[] = []
  const note = (facts: object, message: string) => {
    const shown = Object.entries(facts).map(([name, value]) => `${name} ${value}`)
    faults.push(`${message} (${shown.join(", ")})`)
  }
  const log = { info() {}, warn: note, error: note }
  const policyAdmin = createHttpPolicyAdmin(config, { log })
  try {
    if (await policyAdmin.available()) {
      return [good("POLICY_ADMIN_URL", "The account system answers and takes our credentials.")]
    }
    const reason = faults[0] ?? "It says that it is not available."
    return [problem("POLICY_ADMIN_URL", `${config.url} cannot be used. ${reason}`)]
  } finally {
    await policyAdmin.close()
  }
}

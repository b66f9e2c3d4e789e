import assert from "node:assert/strict"
import { readFile } from "node:fs/promises"
import { test } from "node:test"
import { parse } from "yaml"
import { thresholds as than, urgentJobs } from "./thresholds.ts"

/** The parts of each rule that depend on a threshold. */
const parts: Record<string, readonly string[]> = {
  EmailsWait: [`emails_oldest_waiting_seconds) > ${than.emailSeconds}`],
  PaymentsUndecided: [`{for="result"}) > ${than.paymentSeconds}`],
  PaymentsNotPosted: [`{for="posting"}) > ${than.paymentSeconds}`],
  ManyDeclines: [`{state="declined"}[${than.declinesMinutes}m])) > ${than.declines} `],
  BillingLate: [`> ${than.billingHours} * 3600`],
  SignInsFail: [`{result="failed"}[${than.signInsFailedMinutes}m])) > ${than.signInsFailed}`],
  CodesNotEntered: [
    `codes_sent_total[${than.codesMinutes / 60}h])) > ${than.codesSent}`,
    `< ${than.codesEnteredPart} * sum`,
  ],
  GatewayAway: [`_away_total[${than.gatewayAwayMinutes}m])) > ${than.gatewayAway}`],
  AccountSystemSlow: [
    `histogram_quantile(${than.accountSystemPart}, `,
    `_bucket[${than.accountSystemMinutes}m]))) > ${than.accountSystemSeconds}`,
  ],
  RateLimitsHit: [`rate_limits_hit_total[${than.limitsHitMinutes}m])) > ${than.limitsHit}`],
  PageRefusedSomething: [
    `{disposition="enforce"}[${than.partsRefusedMinutes / 60}h])) > ${than.partsRefused}`,
  ],
  ConnectionsExhausted: [`database_connections_waiting > ${than.connectionsWaiting}`],
  JobStuck: [`{job=~"${urgentJobs.join("|")}"}) > ${than.jobSeconds}`],
}

test("STATUS-05 the alert rules use the thresholds of the status page", async () => {
  const file = new URL("../../../docs/monitoring/alerts.yaml", import.meta.url)
  const rules: { alert: string; expr: string }[] = parse(
    await readFile(file, "utf8"),
  ).groups.flatMap((group: { rules: object[] }) => group.rules)
  for (const [name, expected] of Object.entries(parts)) {
    const rule = rules.find(({ alert }) => alert === name)
    for (const part of expected)
      assert.ok(rule?.expr.trim().concat(" ").includes(part), `${name}: ${part}`)
  }
})

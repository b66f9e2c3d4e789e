import { Counter } from "prom-client"

/**
 * Metrics of signing in, for `serveMetrics`; see docs/metrics.md. Every label comes from a fixed
 * list. Counters start at 0, because an alert that compares a counter with an earlier value sees no
 * growth in one that begins above 0.
 */
export function createSignInMetrics() {
  const registers: [] = []
  const signIns = new Counter({
    name: "sign_ins_total",
    help: "Steps of signing in, by site, step and result.",
    labelNames: ["site", "step", "result"] as const,
    registers,
  })
  const codesSent = new Counter({
    name: "codes_sent_total",
    help: "One-time codes that were put into emails, by task.",
    labelNames: ["task"] as const,
    registers,
  })
  const codesEntered = new Counter({
    name: "codes_entered_total",
    help: "One-time codes that people entered, by task and result.",
    labelNames: ["task", "result"] as const,
    registers,
  })
  for (const result of ["right", "wrong", "refused", "failed"]) {
    for (const step of ["password", "code"]) {
      for (const site of ["customer", "staff"]) signIns.inc({ site, step, result }, 0)
    }
    signIns.inc({ site: "staff", step: "provider", result }, 0)
  }
  return { signIns, codesSent, codesEntered }
}

export type SignInMetrics = ReturnType<typeof createSignInMetrics>

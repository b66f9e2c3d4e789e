import { Counter } from "prom-client"

/** Metrics of signing in, for `serveMetrics`; see docs/metrics.md. Every label is of a fixed list. */
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
  return { signIns, codesSent, codesEntered }
}

export type SignInMetrics = ReturnType<typeof createSignInMetrics>

import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { ensurePrograms, programOnPath } from "#testing/debian-packages.ts"
import { runIn } from "../deployment/project-copy.ts"
import type { Part } from "../part.ts"
import { type Span, startCollector } from "./collector.ts"

const root = join(import.meta.dirname, "..", "..", "..")
/** The version that docs/run/watch.md names. */
const instrumentations = "@opentelemetry/auto-instrumentations-node@0.82.0"
const traceId = "0af7651916cd43dd8448eb211c80319c"
/**
 * docs/run/watch.md tells operators to drop these attributes, because addresses of emailed links
 * contain tokens.
 */
const dropped = ["url.path", "url.query", "url.full", "http.target", "http.url"]

/** Checks the alert rules with Prometheus, and sends the traces of a server to a collector. */
export const monitoring: Part = async ({ log }) => {
  ensurePrograms(["promtool"], ["prometheus"])
  const promtool = programOnPath("promtool")
  runIn(root, promtool, ["check", "rules", "docs/monitoring/alerts.yaml"])
  runIn(root, promtool, ["test", "rules", "tools/prove/monitoring/alerts-test.yaml"])
  log("the alert rules fire when they should")
  const folder = mkdtempSync(join(tmpdir(), "prove-monitoring-"))
  try {
    runIn(folder, "npm", ["install", "--no-audit", "--no-fund", instrumentations])
    const spans = await tracesOf(folder)
    log(`${spans.length} spans`)
    return faultsOf(spans)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function tracesOf(folder: string): Promise<Span[]> {
  const collector = await startCollector()
  const packages = join(folder, "node_modules", "@opentelemetry", "auto-instrumentations-node")
  const program = join(import.meta.dirname, "traced-server.ts")
  const register = join(packages, "dist", "register.mjs")
  try {
    await promisify(execFile)(
      process.execPath,
      ["--import", register, program, `00-${traceId}-b7ad6b7169203331-01`],
      {
        cwd: root,
        env: {
          ...process.env,
          OTEL_SERVICE_NAME: "my-account",
          OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
          OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
          OTEL_METRICS_EXPORTER: "none",
          OTEL_LOGS_EXPORTER: "none",
          OTEL_NODE_RESOURCE_DETECTORS: "env",
          OTEL_NODE_ENABLED_INSTRUMENTATIONS: "http,undici,pg",
        },
      },
    )
    return collector.spans
  } finally {
    collector.close()
  }
}

function faultsOf(spans: readonly Span[]): string[] {
  const ours = spans.filter((span) => span.traceId === traceId)
  const has = (scope: string) => ours.some((span) => span.scope.endsWith(scope))
  const revealing = spans
    .flatMap(({ attributes }) => attributes)
    .filter(({ value }) => JSON.stringify(value).includes("canary-token"))
    .map(({ key }) => key)
  const unknown = new Set(revealing.filter((key) => !dropped.includes(key)))
  return [
    ...(has("instrumentation-http") ? [] : ["no span of a call has the trace of its caller"]),
    ...(has("instrumentation-pg") ? [] : ["no statement has the trace of its call"]),
    ...(revealing.length > 0 ? [] : ["the spans show no address: the docs ask to drop some"]),
    ...[...unknown].map((key) => `${key} shows addresses, and docs/run/watch.md does not name it`),
  ]
}

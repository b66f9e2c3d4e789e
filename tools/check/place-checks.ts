import { once } from "node:events"
import { connect, createServer } from "node:net"
import type { Config } from "#server/config/config.ts"
import { good, type Outcome, problem, warning } from "./outcome.ts"

/** Whether a server could listen where the settings say. */
export async function checkPorts({ port, listenOn, admin }: Config): Promise<Outcome[]> {
  const places = [
    { about: "PORT", port, host: listenOn },
    ...(admin ? [{ about: "ADMIN_PORT", port: admin.port, host: admin.listenOn }] : []),
  ]
  return await Promise.all(places.map(checkPort))
}

interface Place {
  about: string
  port: number
  host: string
}

async function checkPort({ about, port, host }: Place): Promise<Outcome> {
  const code = await faultOfListening(port, host)
  if (code === undefined) return good(about, `A server can listen on ${host}, port ${port}.`)
  if (code === "EADDRINUSE") {
    return warning(
      about,
      `Port ${port} is in use. If this is not the server that runs already, choose another port.`,
    )
  }
  const fix = code === "EACCES" ? "Choose a port above 1023." : "Correct the address or the port."
  return problem(about, `No server can listen on ${host}, port ${port} (${code}). ${fix}`)
}

async function faultOfListening(port: number, host: string): Promise<string | undefined> {
  const server = createServer()
  try {
    server.listen({ port, host, exclusive: true })
    await once(server, "listening")
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "unknown"
  } finally {
    server.close()
  }
}

const otelSetting = "OTEL_EXPORTER_OTLP_ENDPOINT"
const collectorMs = 3_000

/** Whether the collector of traces takes connections. Without it the server serves as well. */
export async function checkCollector(env: NodeJS.ProcessEnv): Promise<Outcome[]> {
  const address = env[otelSetting]
  if (!address) return []
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) {
    return [problem(otelSetting, "It is no http address. Example: http://127.0.0.1:4318")]
  }
  const { hostname, port, protocol, origin } = url
  const socket = connect({
    host: hostname.replaceAll(/[[\]]/g, ""),
    port: Number(port) || (protocol === "https:" ? 443 : 80),
  })
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(collectorMs) })
    return [good(otelSetting, `The collector at ${origin} takes connections.`)]
  } catch {
    return [
      warning(otelSetting, `No collector answers at ${origin}, so traces are lost. Start it.`),
    ]
  } finally {
    socket.destroy()
  }
}

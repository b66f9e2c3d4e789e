import { once } from "node:events"
import { connect, createServer } from "node:net"
import type { Config } from "#server/config/config.ts"
import { type CheckOutcome, good, problem, warning } from "./outcome.ts"

/** Checks whether a server could listen at the configured ports. */
export async function checkPorts({
  port,
  listenOn,
  admin,
  production,
}: Config): Promise<CheckOutcome[]> {
  const places = [
    { about: "PORT", port, host: listenOn },
    ...(admin ? [{ about: "ADMIN_PORT", port: admin.port, host: admin.listenOn }] : []),
  ]
  return await Promise.all(places.map((place) => checkPort(place, production)))
}

interface Place {
  about: string
  port: number
  host: string
}

async function checkPort(
  { about, port, host }: Place,
  isProduction: boolean,
): Promise<CheckOutcome> {
  if (port === 0 && isProduction) {
    return problem(about, "Port 0 is another free port at each start. Name a port.")
  }
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
const connectMs = 3_000

/**
 * Checks whether the collector of traces accepts connections. The server also serves without it.
 */
export async function checkCollector(env: NodeJS.ProcessEnv): Promise<CheckOutcome[]> {
  const address = env[otelSetting]
  if (!address) return []
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) {
    return [problem(otelSetting, "It is no http address. Example: http://127.0.0.1:4318")]
  }
  return [
    (await takesConnections(url))
      ? good(otelSetting, `The collector at ${url.origin} takes connections.`)
      : warning(
          otelSetting,
          `No collector answers at ${url.origin}, so traces are lost. Start it.`,
        ),
  ]
}

/** Whether something listens at the host and port of `url`. Never throws. */
export async function takesConnections({ hostname, port, protocol }: URL): Promise<boolean> {
  const socket = connect({
    host: hostname.replaceAll(/[[\]]/g, ""),
    port: Number(port) || (protocol === "https:" ? 443 : 80),
  })
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(connectMs) })
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

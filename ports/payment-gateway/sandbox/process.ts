// Runs the sandbox as a separate process, for several servers or for tests that kill it:
// SANDBOX_GATEWAY_SECRET=… node ports/payment-gateway/sandbox/process.ts <port> <ledger file>
// [<server>] Reports go to <server>/gateway-reports/sandbox. Prints its address once it serves.
// A process that another one forked sends the address to its parent, and ends with it.
// SANDBOX_GATEWAY_DAY_SECONDS shortens the days after which charges settle and are returned.

import { startSandboxGateway } from "./server.ts"

const [port = "0", ledger = ":memory:", server] = process.argv.slice(2)
const secret = process.env.SANDBOX_GATEWAY_SECRET
if (!secret) {
  console.error("SANDBOX_GATEWAY_SECRET is not set: the secret that the servers share with it.")
  process.exit(1)
}
const daySeconds = Number(process.env.SANDBOX_GATEWAY_DAY_SECONDS ?? 0)
const gateway = await startSandboxGateway({
  port: Number(port),
  ledger,
  secret,
  ...(daySeconds > 0 && { bankDayMs: daySeconds * 1_000 }),
  // Kills the process without any cleanup, like kill -9.
  die: () => process.kill(process.pid, "SIGKILL"),
})
if (server !== undefined) gateway.sendReportsTo(`${server}/gateway-reports/sandbox`)
if (process.send) {
  // The callback receives the error of a parent that ended meanwhile.
  process.send(gateway.address, undefined, undefined, () => {})
  process.on("disconnect", () => process.exit())
} else {
  console.log(`The sandbox gateway answers at ${gateway.address}`)
}
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void gateway.close().then(() => process.exit(0)))
}

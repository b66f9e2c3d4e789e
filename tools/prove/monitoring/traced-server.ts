import { startTestApp } from "#testing/app.ts"
import { sendHttp } from "#testing/send-http.ts"

// A server that answers one call of a given trace, for the collector of `monitoring.ts`.
const [, , traceparent] = process.argv
const app = await startTestApp({ secondTenant: false })
for (const path of ["/appcontent/clientAttributes", "/reset-password/canary-token"]) {
  await sendHttp(app.port, "harbor.localhost", { method: "GET", path, headers: { traceparent } })
}
await app.close()

// The peer of the benchmark: better-auth behind Fastify reads a session from PostgreSQL. `/cookie`
// signs a person up and answers with the cookie. Run it with DATABASE_URL, SECRET_KEY and PORT.

import { join } from "node:path"
import Fastify, { type FastifyRequest } from "fastify"
import pg from "pg"

interface Auth {
  api: {
    signUpEmail(of: { body: object; asResponse: true }): Promise<Response>
    getSession(of: { headers: Headers }): Promise<object | null>
  }
}

// It is not a package of the project, so its types are missing when the project is checked.
const folder = join(import.meta.dirname, "programs/node_modules/better-auth/dist")
const { betterAuth } = (await import(join(folder, "index.mjs"))) as {
  betterAuth: (options: object) => Auth
}
const { getMigrations } = (await import(join(folder, "db/get-migration.mjs"))) as {
  getMigrations: (options: object) => Promise<{ runMigrations(): Promise<void> }>
}

const port = Number(process.env.PORT)
const options = {
  database: new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 }),
  secret: process.env.SECRET_KEY,
  baseURL: `http://127.0.0.1:${port}`,
  emailAndPassword: { enabled: true },
  telemetry: { enabled: false },
}
await (await getMigrations(options)).runMigrations()
const auth = betterAuth(options)
const app = Fastify()

app.get("/cookie", async () => {
  const body = { name: "Ines Varga", email: "ines.varga@example.com", password: "Anchor-2026" }
  const { headers } = await auth.api.signUpEmail({ body, asResponse: true })
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ")
})

app.get("/session", async (request, reply) => {
  const session = await auth.api.getSession({ headers: headersOf(request) })
  if (session === null) reply.status(401)
  return session
})

app.get("/ready", () => "ready")

function headersOf({ headers }: FastifyRequest): Headers {
  return new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

await app.listen({ port, host: "127.0.0.1" })

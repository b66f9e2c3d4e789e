import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import type { IncomingHttpHeaders } from "node:http"
import { request } from "node:https"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { ensurePrograms } from "#testing/debian-packages.ts"
import { freePort } from "../../free-port.ts"
import { runIn } from "./project-copy.ts"

export interface RunningProxy {
  /** The port of plain HTTP, which only redirects to HTTPS. */
  plainPort: number
  get(host: string, path: string, more?: { headers?: object; body?: string }): Promise<Reply>
  /** Begins this many requests whose body never arrives. Returns the function that ends them. */
  hold(host: string, count: number): () => void
  /** The log of requests so far. */
  log(): string
  stop(): Promise<void>
}

export interface Reply {
  status: number | undefined
  headers: IncomingHttpHeaders
  text: string
}

/**
 * Runs Debian's nginx with deploy/nginx.conf in front of a server. Only ports, hosts, paths and the
 * certificate differ from the file.
 */
export async function startNginx(
  project: string,
  folder: string,
  { serverPort, hosts }: { serverPort: number; hosts: readonly string[] },
): Promise<RunningProxy> {
  ensurePrograms(["nginx", "openssl"], ["nginx-light", "openssl"])
  // The second server in the file is down.
  const [plainPort, port, downPort] = [await freePort(), await freePort(), await freePort()]
  mkdirSync(join(folder, "www"), { recursive: true })
  cpSync(join(project, "deploy", "unavailable.html"), join(folder, "www", "unavailable.html"))
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")]
  const names = hosts.map((host) => `DNS:${host}`).join()
  runIn(folder, "openssl", [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
    ...["-days", "2", "-subj", "/CN=my-account", "-addext", `subjectAltName=${names}`],
    ...["-keyout", key, "-out", certificate],
  ])
  const site = replaced(readFileSync(join(project, "deploy", "nginx.conf"), "utf8"), {
    "127.0.0.1:3000": `127.0.0.1:${serverPort}`,
    "127.0.0.1:3001": `127.0.0.1:${downPort}`,
    "listen 80 default_server": `listen 127.0.0.1:${plainPort} default_server`,
    "listen [::]:80 default_server;": "",
    "listen 443 ssl": `listen 127.0.0.1:${port} ssl`,
    "listen [::]:443 ssl http2;": "",
    "my.example.com support.example.com": hosts.join(" "),
    "/etc/letsencrypt/live/my.example.com/fullchain.pem": certificate,
    "/etc/letsencrypt/live/my.example.com/privkey.pem": key,
    "/var/log/nginx/my-account.log": join(folder, "access.log"),
    "/var/log/nginx/my-account-error.log": join(folder, "error.log"),
    "/var/www/my-account": join(folder, "www"),
  })
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; error_log stderr warn; pid ${join(folder, "nginx.pid")};
user root; events {}
http {
  # Like the http block of Debian 13, into which sites are included.
  server_tokens off;
  types { text/html html; }
  client_body_temp_path ${join(folder, "body")}; proxy_temp_path ${join(folder, "proxy")};
  fastcgi_temp_path ${join(folder, "f")}; uwsgi_temp_path ${join(folder, "u")}; scgi_temp_path ${join(folder, "s")};
${site}
}
`,
  )
  const nginx = spawn("nginx", ["-p", folder, "-c", join(folder, "nginx.conf")], {
    stdio: ["ignore", "ignore", "inherit"],
  })
  const ca = readFileSync(certificate, "utf8")
  const get: RunningProxy["get"] = (host, path, more = {}) =>
    send({ ca, port, host, path, ...more })
  await untilAnswers(nginx, () => get(hosts[0] ?? "", "/"))
  return {
    plainPort,
    get,
    hold(host, count) {
      const begun = Array.from({ length: count }, () => {
        const outgoing = request({
          ...{ ca, port, path: "/", servername: host, host: "127.0.0.1", agent: false },
          method: "POST",
          headers: { host, "content-length": 10 },
        })
        outgoing.on("error", () => {})
        outgoing.flushHeaders()
        return outgoing
      })
      return () => {
        for (const outgoing of begun) outgoing.destroy()
      }
    },
    log: () => readFileSync(join(folder, "access.log"), "utf8"),
    async stop() {
      nginx.kill("SIGTERM")
      if (nginx.exitCode === null) await once(nginx, "exit")
    },
  }
}

/** Errors: an `Error` if the file no longer contains one of the texts. */
function replaced(file: string, texts: Record<string, string>): string {
  return Object.entries(texts).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`deploy/nginx.conf does not contain "${from}".`)
    return text.replaceAll(from, to)
  }, file)
}

async function untilAnswers(nginx: ChildProcess, ask: () => Promise<unknown>): Promise<void> {
  for (;;) {
    if (nginx.exitCode !== null) throw new Error("nginx does not take deploy/nginx.conf.")
    const isThere = await ask().then(
      () => true,
      () => false,
    )
    if (isThere) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function send({
  ca,
  port,
  host,
  path,
  headers = {},
  body,
}: {
  ca: string
  port: number
  host: string
  path: string
  headers?: object
  body?: string
}): Promise<Reply> {
  const outgoing = request({
    ...{ ca, port, path, servername: host, host: "127.0.0.1", agent: false },
    method: body === undefined ? "GET" : "POST",
    headers: {
      host,
      ...(body !== undefined && { "content-length": Buffer.byteLength(body) }),
      ...headers,
    },
  })
  outgoing.end(body)
  const [response] = await once(outgoing, "response")
  return { status: response.statusCode, headers: response.headers, text: await text(response) }
}

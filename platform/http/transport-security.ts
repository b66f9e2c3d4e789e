/** Why the connection to the mail server would be unencrypted; undefined if it is encrypted. */
export function plainSmtp(url: string | undefined): string | undefined {
  if (url === undefined) return undefined
  const { protocol, hostname, searchParams } = new URL(url)
  if (isLoopback(hostname)) return undefined
  if (searchParams.has("ignoreTLS") || searchParams.has("tls.rejectUnauthorized")) {
    return "SMTP_URL does not require TLS with a checked certificate (leave out ignoreTLS and tls.rejectUnauthorized)"
  }
  if (protocol === "smtps:" || searchParams.get("requireTLS") === "true") return undefined
  return "SMTP_URL does not require TLS (use smtps://, or smtp:// with ?requireTLS=true)"
}

/**
 * Values of sslmode with which pg verifies the server's certificate; with uselibpqcompat only the
 * last one does. Source: pg-connection-string 2.
 */
const checkedModes = ["require", "verify-ca", "verify-full"]

/**
 * Why the connection to PostgreSQL would be unencrypted; undefined if it is encrypted. `name` is
 * the setting that contains the URL.
 */
export function plainDatabase(url: string | undefined, name: string): string | undefined {
  if (url === undefined) return undefined
  const { hostname, searchParams } = new URL(url)
  // A folder in place of a host is a Unix socket on this machine.
  const host = searchParams.get("host") ?? hostname
  if (isLoopback(host) || host.startsWith("/") || host.startsWith("%2F")) return undefined
  const mode = searchParams.get("sslmode") ?? ""
  const isCompatible = searchParams.get("uselibpqcompat") === "true"
  if (mode === "verify-full" || (!isCompatible && checkedModes.includes(mode))) return undefined
  return `${name} does not require TLS with a checked certificate (add ?sslmode=verify-full)`
}

/** Why the connection to a bucket would be unencrypted; undefined if it is encrypted. */
export function plainBucket(endpoint: string | undefined): string | undefined {
  if (endpoint === undefined) return undefined
  const { protocol, hostname } = new URL(endpoint)
  if (protocol === "https:" || isLoopback(hostname)) return undefined
  return "AWS_ENDPOINT_URL_S3 is a plain HTTP address"
}

/** Whether a connection to this host stays on this machine. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  )
}

import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

export interface Certificate {
  cert: string
  key: string
}

/** A separate certificate authority that signs certificates valid for a day. */
export function createAuthority(name: string) {
  const folder = mkdtempSync(join(tmpdir(), "authority-"))
  const at = (file: string) => join(folder, file)
  const read = (of: string): Certificate => ({
    cert: readFileSync(at(`${of}.crt`), "utf8"),
    key: readFileSync(at(`${of}.key`), "utf8"),
  })
  const openssl = (...parameters: string[]) =>
    execFileSync("openssl", parameters, { stdio: ["ignore", "pipe", "pipe"] })
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
  const inFolder = (of: string) => ["-keyout", at(`${of}.key`), "-subj", `/CN=${of}`]
  openssl("req", "-x509", ...newKey, ...inFolder(name), "-out", at(`${name}.crt`), "-days", "1")

  return {
    ca: read(name).cert,
    /** `host` is the name or address in the certificate. */
    sign(of: string, host: string): Certificate {
      const names = /^[\d.]+$/.test(host) ? `IP:${host}` : `DNS:${host}`
      const request = ["-addext", `subjectAltName=${names}`, "-out", at(`${of}.csr`)]
      openssl("req", "-new", ...newKey, ...inFolder(of), ...request)
      const signer = ["-CA", at(`${name}.crt`), "-CAkey", at(`${name}.key`), "-CAcreateserial"]
      const made = ["-out", at(`${of}.crt`), "-days", "1", "-copy_extensions", "copy"]
      openssl("x509", "-req", "-in", at(`${of}.csr`), ...signer, ...made)
      return read(of)
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

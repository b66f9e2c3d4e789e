/** Advice for a failure to connect or to write, by the text of its code and reason. */
const helps: readonly [RegExp, string][] = [
  // A database error can contain the same text.
  [/EACCES|EROFS|EPERM/, "Let the user of the server write there."],
  [
    /\b(28P01|28000)\b|password authentication|role .+ does not exist/,
    "Correct the user and the password.",
  ],
  [/\b3D000\b|database .+ does not exist/, "Create the database, or correct its name."],
  [
    /\b42501\b|permission denied/,
    "Run npm run my-account -- migrate with MIGRATE_DATABASE_URL: it gives this role its rights.",
  ],
  [/ENOTFOUND|EAI_AGAIN|EDNS/, "The host has no address. Correct its name."],
  [/ECONNREFUSED/, "Nothing listens there. Start it, or correct host and port."],
  [
    /ETIMEDOUT|timeout|time-out/i,
    "Nothing answers there. Correct host and port, or open the firewall.",
  ],
  [
    /WRONG_VERSION_NUMBER/,
    "That port does not begin with TLS. For port 587, use smtp://…:587?requireTLS=true.",
  ],
  [/CERT_HAS_EXPIRED/, "Its certificate has expired."],
  [/ALTNAME/, "Its certificate is of another host. Use the name that is in the certificate."],
  [
    /CERT|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|self.signed/i,
    "Its certificate is not trusted. Name the file of its authority in NODE_EXTRA_CA_CERTS, such as /etc/ssl/certs/ca-certificates.crt.",
  ],
  [/AUTH|\b53[045]\b/, "Correct the user and the password."],
  [/ETLS|STARTTLS/, "It offers no STARTTLS. Use smtps:// with its port."],
  [/ENOSPC/, "The disk is full. Free some space."],
  [/ENOTDIR|EEXIST|ENOENT/, "Name a folder that can be made."],
]

/** The reason with advice. */
export function advised(reason: string, code = ""): string {
  const help = helps.find(([pattern]) => pattern.test(`${code} ${reason}`))
  if (!help) return reason
  return `${reason.replace(/\.?$/, ".")} ${help[1]}`
}

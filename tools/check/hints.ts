/** Ways in which a connection fails, and what the operator can do about each. */
const hints: [pattern: RegExp, hint: string][] = [
  [/ECONNREFUSED/, "Nothing listens there: compare the host and the port."],
  [/ENOTFOUND|EAI_AGAIN|EDNS/, "The name of the host does not resolve on this machine."],
  [/ETIMEDOUT|ETIME\b/, "It does not answer in time: compare the port, and ask the firewall."],
  [
    /WRONG_VERSION_NUMBER/,
    "That port does not begin with TLS. For port 587, use smtp://…:587?requireTLS=true.",
  ],
  [
    /UNABLE_TO_VERIFY|SELF_SIGNED|UNABLE_TO_GET_ISSUER|self-signed/i,
    "Its certificate is not from a known authority. For an authority of your own, set NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt.",
  ],
  [/ERR_TLS_CERT_ALTNAME/, "Its certificate is for another host."],
  [/CERT_HAS_EXPIRED/, "Its certificate has expired."],
  [/AUTH|\b535\b/, "It does not take this user and password."],
]

/** Advice about a failed connection, after a space; empty for an unknown reason. */
export function hintAfter(reason: string): string {
  const [, hint] = hints.find(([pattern]) => pattern.test(reason)) ?? []
  return hint === undefined ? "" : ` ${hint}`
}

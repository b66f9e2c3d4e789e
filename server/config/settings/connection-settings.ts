import { readEventSettings } from "../events-file.ts"
import { fileOf, plainAddress, secretLike, textLike } from "./forms.ts"
import { setting } from "./setting.ts"

const tls = "mutual TLS with the account system"

/** Settings of the operator's own account system, and of events to and from other systems. */
export const connectionSettings = {
  POLICY_ADMIN_URL: setting(plainAddress("https://accounts.example.com"), {
    byDefault: "the embedded account system",
    isSecret: true,
    meaning:
      "address of your account system; see [The account system over HTTP](run/systems.md#the-account-system-over-http)",
  }),
  POLICY_ADMIN_TOKEN: setting(secretLike([], "a-long-random-word"), {
    isSecret: true,
    meaning: "the token that it expects as `Authorization: Bearer …`",
  }),
  POLICY_ADMIN_TOKEN_URL: setting(plainAddress("https://login.example.com/oauth/token"), {
    isSecret: true,
    meaning: "instead of a token: where OAuth 2 client credentials are exchanged for one",
  }),
  POLICY_ADMIN_CLIENT_ID: setting(textLike("one line of text", "my-account"), {
    meaning: "the client id, with `POLICY_ADMIN_TOKEN_URL`",
  }),
  POLICY_ADMIN_CLIENT_SECRET: setting(textLike("one line of text", "a-long-random-word"), {
    isSecret: true,
    meaning: "the client secret, with `POLICY_ADMIN_TOKEN_URL`",
  }),
  POLICY_ADMIN_SCOPE: setting(textLike("scopes, separated by spaces", "accounts"), {
    byDefault: "none",
    meaning: "the scope to ask for, with `POLICY_ADMIN_TOKEN_URL`",
  }),
  POLICY_ADMIN_TLS_CERT: setting(fileOf("/etc/my-account/client.pem"), {
    meaning: `PEM file with our certificate, for ${tls}`,
  }),
  POLICY_ADMIN_TLS_KEY: setting(fileOf("/etc/my-account/client-key.pem"), {
    meaning: `PEM file with its private key, for ${tls}`,
  }),
  POLICY_ADMIN_TLS_CA: setting(fileOf("/etc/my-account/ca.pem"), {
    byDefault: "the authorities that Node knows",
    meaning: "PEM file with the authority of the account system's certificate",
  }),
  EVENTS_FILE: setting(
    {
      must: "the path of a JSON file with endpoints and senders",
      example: "/etc/my-account/events.json",
      read: readEventSettings,
    },
    {
      byDefault: "none",
      meaning:
        "a JSON file with the endpoints to which events are sent, and the senders of the account system; see [events.md](events.md)",
    },
  ),
}

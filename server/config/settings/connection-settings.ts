import { readEventSettings } from "../events-file.ts"
import { fileOf, plainAddress, secretLike, textLike } from "./forms.ts"
import { setting } from "./setting.ts"

/** Settings of the operator's own account system, and of events to and from other systems. */
export const connectionSettings = {
  POLICY_ADMIN_URL: setting(plainAddress("https://accounts.example.com"), {
    byDefault: "the embedded account system",
    isSecret: true,
    meaning: "address of [your account system](run/systems.md#the-account-system-over-http)",
  }),
  POLICY_ADMIN_TOKEN: setting(secretLike([], "a-long-random-word"), {
    isSecret: true,
    meaning: "sent as `Authorization: Bearer …`",
  }),
  POLICY_ADMIN_TOKEN_URL: setting(plainAddress("https://login.example.com/oauth/token"), {
    isSecret: true,
    meaning: "instead: where OAuth 2 client credentials are exchanged for a token",
  }),
  POLICY_ADMIN_CLIENT_ID: setting(textLike("one line of text", "my-account"), {
    meaning: "for `POLICY_ADMIN_TOKEN_URL`",
  }),
  POLICY_ADMIN_CLIENT_SECRET: setting(textLike("one line of text", "a-long-random-word"), {
    isSecret: true,
    meaning: "for `POLICY_ADMIN_TOKEN_URL`",
  }),
  POLICY_ADMIN_SCOPE: setting(textLike("scopes, separated by spaces", "accounts"), {
    byDefault: "none",
    meaning: "for `POLICY_ADMIN_TOKEN_URL`",
  }),
  POLICY_ADMIN_TLS_CERT: setting(fileOf("/etc/my-account/client.pem"), {
    meaning: "PEM file of our certificate, for mutual TLS",
  }),
  POLICY_ADMIN_TLS_KEY: setting(fileOf("/etc/my-account/client-key.pem"), {
    meaning: "PEM file of its private key",
  }),
  POLICY_ADMIN_TLS_CA: setting(fileOf("/etc/my-account/ca.pem"), {
    byDefault: "the authorities that Node knows",
    meaning: "PEM file of the authority of the account system's certificate",
  }),
  EVENTS_FILE: setting(
    {
      must: "the path of a JSON file with endpoints and senders",
      example: "/etc/my-account/events.json",
      read: readEventSettings,
    },
    {
      byDefault: "none",
      meaning: "JSON file with [endpoints and senders of events](events.md)",
    },
  ),
}

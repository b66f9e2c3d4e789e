import { emailAddress, port, urlOf } from "./forms.ts"
import { setting } from "./setting.ts"

export const mailSettings = {
  SMTP_URL: setting(urlOf(["smtp:", "smtps:"], "smtps://user:password@mail.example.com:465"), {
    byDefault: "none (`npm start`: the development mailbox)",
    isSecret: true,
    meaning: "`smtps://user:password@host:465`, or `smtp://…:587?requireTLS=true`",
  }),
  MAIL_FROM: setting(emailAddress, {
    byDefault: "no-reply@my-account.localhost",
    meaning: "sender's address; its domain also makes the Message-ID",
  }),
  ALERTS_TO: setting(emailAddress, {
    byDefault: "`security@` the domain of `MAIL_FROM`",
    example: "security@example.com",
    meaning:
      "recipient when a customer does not recognize an audit entry or denies an email change by staff, and when staff search or act unusually often",
  }),
  MAILBOX_PORT: setting(port, {
    byDefault: "1080",
    example: "1080",
    meaning: "`npm start` only: port of the development mailbox",
  }),
}

import { z } from "zod"
import { storedUser } from "#contracts/identity/shapes.ts"
import { endpoint } from "../endpoint.ts"

/** For staff after the correct password. A cookie ties the attempt to the browser. */
export const secondFactor = {
  "POST /appauth/secondFactor/enrol": endpoint({
    summary: "Starts the setup of an authenticator app for staff who have none",
    role: "anonymous",
    site: "support",
    body: z.object({}),
    reply: z.object({
      /** To type in if the QR code cannot be scanned. */
      secret: z.string(),
      /** An otpauth: link, which opens an app on the same device. */
      address: z.string(),
      /** The link as a QR code: one string for each row, 1 for a dark module. */
      qr: z.array(z.string().regex(/^[01]+$/)),
    }),
    errors: ["secondFactor.restart"],
    rateLimit: { calls: 30, minutes: 10 },
  }),
  "POST /appauth/secondFactor": endpoint({
    summary: "Checks the code of an authenticator app, or a recovery code, and signs staff in",
    role: "anonymous",
    site: "support",
    body: z.object({ code: z.string().trim().min(1).max(40) }),
    reply: z.object({
      /** Undefined if staff must choose a password first. */
      ...storedUser.partial().shape,
      mustChangePassword: z.boolean(),
      /** Returned once, after the app was set up; otherwise empty. */
      recoveryCodes: z.array(z.string()),
    }),
    errors: ["secondFactor.wrong", "secondFactor.restart", "secondFactor.tooMany"],
    rateLimit: { calls: 60, minutes: 10 },
  }),
}

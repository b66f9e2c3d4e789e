import { z } from "zod"
import { storedUser } from "#contracts/identity/shapes.ts"
import { endpoint } from "../endpoint.ts"

/** Staff whose password was right: the attempt is the browser's, by its cookie. */
export const secondFactor = {
  "POST /appauth/secondFactor/enrol": endpoint({
    summary: "Begins to set up an authenticator app, for staff who have none yet",
    role: "anonymous",
    body: z.object({}),
    reply: z.object({
      /** For typing where the picture cannot be scanned. */
      secret: z.string(),
      /** An otpauth: address, which opens an app on the same device. */
      address: z.string(),
      /** The address as a QR code: a line a row, 1 for a dark module. */
      qr: z.array(z.string().regex(/^[01]+$/)),
    }),
    errors: ["secondFactor.restart"],
    rateLimit: { calls: 30, minutes: 10 },
  }),
  "POST /appauth/secondFactor": endpoint({
    summary: "Checks the code of an authenticator app, or a recovery code, and signs staff in",
    role: "anonymous",
    body: z.object({ code: z.string().trim().min(1).max(40) }),
    reply: z.object({
      /** Left out where a password has to be chosen first. */
      ...storedUser.partial().shape,
      mustChangePassword: z.boolean(),
      /** Shown once, when the app was set up; else empty. */
      recoveryCodes: z.array(z.string()),
    }),
    errors: ["secondFactor.wrong", "secondFactor.restart", "secondFactor.tooMany"],
    rateLimit: { calls: 60, minutes: 10 },
  }),
}

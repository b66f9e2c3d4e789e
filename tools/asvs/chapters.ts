import { api } from "./chapters/api.ts"
import { authentication } from "./chapters/authentication.ts"
import { authorization } from "./chapters/authorization.ts"
import { code } from "./chapters/code.ts"
import { communication } from "./chapters/communication.ts"
import { configuration } from "./chapters/configuration.ts"
import { cryptography } from "./chapters/cryptography.ts"
import { data } from "./chapters/data.ts"
import { encoding } from "./chapters/encoding.ts"
import { files } from "./chapters/files.ts"
import { frontend } from "./chapters/frontend.ts"
import { logging } from "./chapters/logging.ts"
import { oidc } from "./chapters/oidc.ts"
import { sessions } from "./chapters/sessions.ts"
import { tokens } from "./chapters/tokens.ts"
import { validation } from "./chapters/validation.ts"
import { webrtc } from "./chapters/webrtc.ts"
import type { Chapter } from "./requirement.ts"

/** The chapters of the standard by their numbers, in order. */
export const chapters: Readonly<Record<string, Chapter>> = {
  "1": encoding,
  "2": validation,
  "3": frontend,
  "4": api,
  "5": files,
  "6": authentication,
  "7": sessions,
  "8": authorization,
  "9": tokens,
  "10": oidc,
  "11": cryptography,
  "12": communication,
  "13": configuration,
  "14": data,
  "15": code,
  "16": logging,
  "17": webrtc,
}

import { sessions } from "./appauth/sessions.ts"
import { signIn } from "./appauth/sign-in.ts"
import { clients } from "./appcontent/clients.ts"
import { content } from "./appcontent/content.ts"
import { dashboard } from "./myaccount-core/dashboard.ts"

/** Every call of the API, by method and path. */
export const endpoints = { ...clients, ...content, ...signIn, ...sessions, ...dashboard }
export type Endpoints = typeof endpoints

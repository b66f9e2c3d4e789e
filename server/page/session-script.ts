import { idleMinutes } from "#contracts/identity/session-life.ts"
import { customerBody, policyHolderBody } from "#contracts/products/customer-body.ts"
import type { ScreenName } from "#contracts/screens.ts"

/**
 * The call with the data of a screen; `holder`: whether it names the person in a separate field.
 */
interface ScreenCall {
  path: string
  holder?: boolean
}

const calls: Partial<Record<ScreenName, ScreenCall>> = {
  dashboard: { path: "/myaccount-core/dashboard", holder: true },
  paymentCenter: { path: "/myaccount-core/products" },
  paymentHistory: { path: "/myaccount-core/paymentHistory" },
  products: { path: "/myaccount-core/productSummary" },
  profile: { path: "/myaccount-core/profile", holder: true },
}

/**
 * Runs before the skeleton of a customer's screen is painted. Shows it to a customer who is signed
 * in with this tab, and sends the call with the data of the screen; web/calls/prefetched-call.ts
 * uses its reply, and web/app/first-paint/skeleton.ts the name of a pressed button. The skeleton
 * stays hidden from other people, from staff who act for a customer, and in a tab that was inactive
 * for longer than a session lasts.
 */
export const sessionScript = `{
const {path,client,holder}=document.currentScript.dataset
try{
const user=JSON.parse(localStorage.user)
const {csUserid,access_token,userid}=user
const own=sessionStorage.userOfTab
if(csUserid===undefined&&access_token&&/^[!-~]+$/.test(access_token)&&(!own||own===userid+" ")&&Date.now()-localStorage.lastActivity<${idleMinutes * 60_000}){
document.documentElement.setAttribute("data-own-session","")
addEventListener("click",e=>{const b=e.target.closest("[data-outline] button");if(b)window.earlyPress=(b.ariaLabel||b.textContent).trim()})
if(path){
const customerBody=${customerBody}
const policyHolderBody=${policyHolderBody}
const body=JSON.stringify((holder?policyHolderBody:customerBody)(user,client))
const authorization="Bearer "+access_token
const reply=fetch(path,{method:"POST",headers:{authorization,"content-type":"application/json"},body})
reply.catch(()=>{})
window.earlyCall={path,body,authorization,reply}
}}}catch{}
}`

/** The attributes that tell `sessionScript` what to call; empty for a screen with several calls. */
export function callAttributes(screen: ScreenName, client: string): Record<string, string> {
  const call = calls[screen]
  if (!call) return {}
  const of = { "data-path": call.path, "data-client": client }
  return call.holder ? { ...of, "data-holder": "yes" } : of
}

const ofStaff = "staff work for several brands"
const toRoute = "tells a host's brand, or lists the brands; every server reads it"
const ofProcesses = "concerns the servers and their releases"
const ofGateway = "the gateway's account serves every brand, and its report may fit no payment yet"

/**
 * The tables of the installation, and why no brand owns their rows. Every other table belongs to a
 * brand: its keys begin with `client`. A distributed engine replicates these tables to every node
 * and divides the others by client.
 */
export const installationTables: Record<string, string> = {
  "appauth.agent": ofStaff,
  "appauth.agent_factor": ofStaff,
  "appauth.agent_provider": ofStaff,
  "appauth.agent_recovery_code": ofStaff,
  "appauth.provider_attempt": ofStaff,
  "appauth.provider_logout": ofStaff,
  "appauth.staff_attempt": ofStaff,
  "appauth.budget": "counts calls by network address, before anyone is known",
  "appauth.decoy_key": "one key chooses the questions of unknown usernames",
  "appauth.used_proof": "a solved proof of work opens one call of any brand",
  "appcontent.client": toRoute,
  "appcontent.site": toRoute,
  "appcontent.client_group": toRoute,
  "appcontent.client_group_item": toRoute,
  "mail.outbox": "one job sends the emails of every brand, and a row names no one",
  "myaccount_core.gateway_movement": ofGateway,
  "myaccount_core.gateway_payout": ofGateway,
  "myaccount_core.payment_difference": ofGateway,
  "myaccount_core.unmatched_report": ofGateway,
  "myaccount_core.swept_account": ofGateway,
  "myaccount_core.sweep": "one sweep a day compares every payment with the gateway",
  "policy_admin.given_reply":
    "a key is a hash that tells no client, and the request under it may name none",
  "public.heartbeat": ofProcesses,
  "public.migration": ofProcesses,
  "public.named_lock": ofProcesses,
  "public.page_file": ofProcesses,
  "public.page_release": ofProcesses,
}

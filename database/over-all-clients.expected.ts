const old = "removes expired rows of all clients"
const sweep = "the sweep compares the payments of every client with the one account at the gateway"
const job = "a job does the work of every client; each row that it takes says whose it is"
const key = "a secret key belongs to the installation: what needs it ends for all clients"
const neededKey = "counts or lists what needs a secret key, which belongs to the installation"
const erased = "erasures of all clients are kept from coming back; each row says whose it is"

/**
 * Statements over the rows of all clients, by their beginning, with the reason why they name no
 * client.
 */
export const overAllClients: Record<string, string> = {
  "copy policy_admin.person": "adds persons; each row names its client",
  "delete from appcontent.csp_report where last_seen": old,
  "select distinct time_zone from appcontent.client":
    "the billing finds in which time zones it is morning; the reply names no client",
  "select client, time_zone from appcontent.client order by":
    "checks the deployment, with all its brands",
  "with recursive account as": job,
  "select client, stripe_account from appcontent.client where":
    "checks the deployment for the keys of every client's account with Stripe",
  "select client, kept_data_hours from appcontent.client":
    "tidies the kept answers of every client by its own hours",
  "select endpoint, sum(waiting)::int as waiting":
    "an endpoint gets the events of several clients, and the metrics count what waits for it",
  "select client from appauth.user_account where lower(username)":
    "checks the deployment for the sample person of a new brand, and each row says whose it is",
  "select 1 from appcontent.client limit":
    "asks whether a database that a restore refuses has a client",
  "select 1 from policy_admin.person limit": "asks whether the account system is empty",
  "select exists (select 1 from audit.person_key)":
    "finds a log that was deleted as a whole; the reply names no client",
  "delete from appauth.code_attempt where expires_at": old,
  "delete from appauth.device where seen_at": old,
  "delete from appauth.handoff where expires_at": old,
  "delete from appauth.password_recovery where expires_at": old,
  "delete from appauth.registration where expires_at": old,
  "delete from appauth.reset_ticket where expires_at": old,
  "delete from appauth.session where expires_at": old,
  "delete from appauth.sign_in_link where expires_at": old,
  "select distinct client from myaccount_core.kept_read":
    "finds the clients whose old rows are removed, one after the other",
  "delete from myaccount_core.email_hold where expires_at": old,
  "delete from myaccount_core.new_email where expires_at": old,
  "delete from myaccount_core.payment_method_request where next_try_at is null and created_at": old,
  "delete from myaccount_core.received_event where received_at": old,
  "delete from myaccount_core.staff_approval where expires_at": old,
  "delete from myaccount_core.unshown_change where accepted_at": old,
  "delete from myaccount_core.unsubscribe_link where created_at": old,
  "select client, policy_number from myaccount_core.auto_pay_change where state": job,
  "select id, asked from myaccount_core.contact_change where asked_at": job,
  "select client, account_number from myaccount_core.auto_pay_skip s where state": job,
  "select client, account_number from myaccount_core.unshown_change where look_at": job,
  "select client, substr(subject, length(client) + 2) as subject":
    "the operator lists what the account system refuses; each row says whose it is",
  "select client, account_number, record_id from myaccount_core.payment_method where gateway":
    "a report of the gateway names a method by its reference there, and each row says whose it is",
  "select * from myaccount_core.payment where id = $1":
    "a report of the gateway names a charge by its key alone, and the row says whose it is",
  "select p.client, count(*) filter (where p.status = 'submitted')":
    "the metrics count what waits, and each row says whose it is; staff see rows of their clients",
  "insert into myaccount_core.gateway_movement":
    "a movement of the gateway names a charge by its key or reference, and the row says whose it is",
  "select * from ( select * from myaccount_core.payment where gateway = $1 and gateway_reference":
    "a report of the gateway names a charge by its reference there, and the row says whose it is",
  "select distinct p.client, p.id from myaccount_core.unmatched_report": sweep,
  "select 'unknownMovement' as kind": sweep,
  "select case when o.status = 'failed'": sweep,
  "with found as ( select * from json_populate_recordset(null::myaccount_core.payment_difference":
    sweep,
  "update myaccount_core.payment_difference set resolved_at": sweep,
  "with known as ( select 1 from myaccount_core.payment_difference where kind = $1":
    "the subject of a standing difference names its client",
  "select number::text, client, account_number, record_id, kind": job,
  "with used as (update myaccount_core.payment_method set deleted_at": job,
  "select client, account_number, record_id from myaccount_core.payment_method where remind_at":
    job,
  "select client, number::float8 as number, hash, seal from audit.chain where hash":
    "a job logs the ends of the chains of every client",
  "with sessions as ( update appauth.session set ended_at":
    "a restored database starts without a session of any client",
  "select format('%I.%I', n.nspname, c.relname) as name from pg_class":
    "asks the catalog which tables a role may read",
  "select distinct client from appcontent.site where is_customer_site":
    "the billing run bills every client, one after the other",
  "select s.host, s.client, array(select i.client_group":
    "a folder that is loaded is checked against the sites of every client: a host is one client's alone",
  "update appauth.session set ended_at = $1 where ended_at is null and substring": key,
  "update appauth.user_account set reactivate = true where password_hash like": key,
  "update appauth.user_account set security_answer_hash = null where": key,
  "delete from appauth.device where substring": key,
  "delete from myaccount_core.unsubscribe_link where substring": key,
  "delete from appauth.handoff where substring": key,
  "delete from appauth.registration where substring": key,
  "delete from appauth.code_attempt where substring": key,
  "delete from appauth.password_recovery where substring": key,
  "delete from appauth.reset_ticket where substring": key,
  "delete from appauth.sign_in_link where substring": key,
  "update myaccount_core.email_hold set token_hash = null where substring": key,
  "delete from myaccount_core.kept_read where substring": key,
  "with live as ( select 'sessions' as kind": neededKey,
  "select kind, key, count(*)::float8 as values from": neededKey,
  "select client, userid, account_number, password_hash as stored from appauth.user_account":
    neededKey,
  "select client, person, erased_at from myaccount_core.erasure where lifted_at": erased,
  "select client, person, documents from myaccount_core.erasure where documents": erased,
  "select has_table_privilege('audit.person_key'": "asks for a right, and reads no row",
}

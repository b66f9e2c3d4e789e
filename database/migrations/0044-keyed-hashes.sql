-- The hash of every secret that opens something is keyed with the installation's key: four bytes
-- of key id and 32 of HMAC. Plain hashes open nothing any more, so their rows go: people sign in
-- again, and staff set their authenticator app up again.
delete from appauth.session;
delete from appauth.registration;
delete from appauth.code_attempt;
delete from appauth.password_recovery;
delete from appauth.reset_ticket;
delete from appauth.device;
delete from appauth.used_proof;
delete from appauth.staff_attempt;
delete from appauth.agent_recovery_code;
delete from appauth.agent_factor;
delete from myaccount_core.unsubscribe_link;

alter table appauth.session add check (octet_length(cookie_hash) = 36),
  add check (octet_length(token_hash) = 36);
alter table appauth.handoff add check (octet_length(token_hash) = 36);
alter table appauth.registration add check (octet_length(secret_hash) = 36);
alter table appauth.code_attempt add check (octet_length(secret_hash) = 36);
alter table appauth.passcode add check (octet_length(code_hash) = 36);
alter table appauth.password_recovery add check (octet_length(secret_hash) = 36);
alter table appauth.reset_ticket add check (octet_length(ticket_hash) = 36);
alter table appauth.device add check (octet_length(secret_hash) = 36);
alter table appauth.used_proof add check (octet_length(proof_hash) = 36);
alter table appauth.staff_attempt add check (octet_length(secret_hash) = 36);
alter table appauth.agent_recovery_code add check (octet_length(code_hash) = 36);
alter table myaccount_core.unsubscribe_link add check (octet_length(token_hash) = 36);
-- What was counted under hashes of another form is forgotten.
delete from appauth.budget;
alter table appauth.budget add check (octet_length(key_hash) = 36);
alter table appauth.password_recovery add check (octet_length(username_hash) = 36);

-- A session belongs to the client of its customer, or of the support site where a staff member signed
-- in. The session from which it was transferred can be another client's, when staff act for a customer.

alter table appauth.handoff drop constraint handoff_session_id_fkey, drop constraint handoff_pkey;
alter table appauth.session drop constraint session_cookie_hash_key, drop constraint session_pkey;

alter table appauth.session add column family_client text;
update appauth.session s set family_client = coalesce(
  (select first.client from appauth.session first where first.id = s.family_id), s.client);
alter table appauth.session alter column family_client set not null;
alter table appauth.session add primary key (client, id), add unique (client, cookie_hash);
drop index appauth.session_family;
create index session_family on appauth.session (family_client, family_id);

-- The row belongs to the client at whose host it is redeemed. No foreign key leads to the session,
-- which can be another client's: a transfer is worth nothing without it, and lasts minutes.
alter table appauth.handoff add column session_client text;
update appauth.handoff h set session_client = s.client
  from appauth.session s where s.id = h.session_id;
alter table appauth.handoff alter column session_client set not null;
alter table appauth.handoff add primary key (client, token_hash);

-- People, their registrations, one-time codes and reset links belong to a client, and so do their keys.

alter table appauth.session drop constraint session_userid_fkey;
alter table appauth.handoff drop constraint handoff_subject_userid_fkey;
alter table appauth.reset_ticket drop constraint reset_ticket_userid_fkey,
  drop constraint reset_ticket_pkey;
alter table myaccount_core.new_email drop constraint new_email_userid_fkey,
  drop constraint new_email_id_key;
alter table appauth.passcode drop constraint passcode_attempt_id_fkey;
alter table appauth.code_attempt drop constraint sign_in_attempt_userid_fkey,
  drop constraint code_attempt_registration_id_fkey,
  drop constraint sign_in_attempt_secret_hash_key,
  drop constraint sign_in_attempt_pkey;
alter table appauth.registration drop constraint registration_secret_hash_key,
  drop constraint registration_pkey;

alter table appauth.user_account drop constraint user_account_pkey;
alter table appauth.user_account add primary key (client, userid);

alter table appauth.registration add primary key (client, id), add unique (client, secret_hash);

alter table appauth.code_attempt add column client text;
update appauth.code_attempt a set client = u.client
  from appauth.user_account u where u.userid = a.userid;
update appauth.code_attempt a set client = r.client
  from appauth.registration r where r.id = a.registration_id;
alter table appauth.code_attempt alter column client set not null;
alter table appauth.code_attempt add primary key (client, id), add unique (client, secret_hash),
  add foreign key (client, userid) references appauth.user_account on delete cascade,
  add foreign key (client, registration_id) references appauth.registration on delete cascade;
drop index appauth.code_attempt_userid;
drop index appauth.code_attempt_subject;
create index code_attempt_userid on appauth.code_attempt (client, userid);
create index code_attempt_subject on appauth.code_attempt (client, subject);

alter table appauth.passcode add column client text;
update appauth.passcode p set client = a.client
  from appauth.code_attempt a where a.id = p.attempt_id;
alter table appauth.passcode alter column client set not null;
alter table appauth.passcode add foreign key (client, attempt_id)
  references appauth.code_attempt on delete cascade;
drop index appauth.passcode_attempt;
create index passcode_attempt on appauth.passcode (client, attempt_id);

alter table appauth.reset_ticket add primary key (client, ticket_hash),
  add foreign key (client, userid) references appauth.user_account on delete cascade;
drop index appauth.reset_ticket_userid;
create index reset_ticket_userid on appauth.reset_ticket (client, userid);

alter table myaccount_core.new_email add unique (client, id),
  add foreign key (client, userid) references appauth.user_account on delete cascade;
drop index myaccount_core.new_email_userid;
create index new_email_userid on myaccount_core.new_email (client, userid);

-- A session of staff names no user, so the support site's client is not looked up.
alter table appauth.session add foreign key (client, userid)
  references appauth.user_account on delete cascade;
drop index appauth.session_userid;
create index session_userid on appauth.session (client, userid);
alter table appauth.handoff add foreign key (client, subject_userid)
  references appauth.user_account on delete cascade;

-- Staff find a person by the userid at any of the clients that they serve.
create index user_account_by_userid on appauth.user_account (userid);

-- What browsers have from before a sign-in belongs to the client for which they got it.

alter table appauth.device drop constraint device_pkey;
drop index appauth.device_userid;
alter table appauth.device add column client text;
update appauth.device d set client = u.client from appauth.user_account u where u.userid = d.userid;
-- Staff sign in at the support sites only.
insert into appauth.device (client, secret_hash, userid, seen_at)
  select s.client, d.secret_hash, d.userid, d.seen_at from appauth.device d
  cross join (select distinct client from appcontent.site where not is_customer_site) s
  where d.client is null and d.userid like 'staff %';
delete from appauth.device where client is null;
alter table appauth.device alter column client set not null;
alter table appauth.device add primary key (client, secret_hash, userid);
create index device_userid on appauth.device (client, userid);

alter table appauth.sign_in_link drop constraint sign_in_link_pkey,
  drop constraint sign_in_link_browser_hash_key;
alter table appauth.sign_in_link add primary key (client, token_hash),
  add unique (client, browser_hash);

alter table appauth.password_recovery drop constraint password_recovery_pkey;
alter table appauth.password_recovery add primary key (client, secret_hash);

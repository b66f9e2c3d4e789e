-- Locks by rows instead of advisory locks, which distributed engines do not have. A lock changes its
-- row: an engine whose transactions read a snapshot then repeats the transaction that waited.

-- The changes, charges and corrections of one product wait for one another.
create table myaccount_core.product_lock (
  client text not null,
  policy_number text not null,
  taken bigint not null,
  primary key (client, policy_number)
);

-- Reports about one payment wait for one another. Payments share a fixed number of rows per client.
create table policy_admin.payment_lock (
  client text not null,
  slot integer not null,
  taken bigint not null,
  primary key (client, slot)
);

-- No statement-level triggers: distributed engines do not have them. Instead of a trigger, a missing
-- privilege refuses to empty these tables. It binds their owner too, unless that is a superuser.
drop trigger if exists never_emptied on audit.entry;
drop trigger if exists never_emptied on audit.chain;
drop trigger if exists never_emptied on audit.person_key;
drop trigger if exists never_emptied on myaccount_core."authorization";
drop trigger if exists never_emptied on policy_admin.bill;
drop trigger if exists never_emptied on policy_admin.entry;
drop trigger if exists never_emptied on policy_admin.payment_bills;
revoke truncate on audit.entry, audit.chain, audit.person_key, myaccount_core."authorization",
  policy_admin.bill, policy_admin.entry, policy_admin.payment_bills from public, current_user;

-- One row per client and day, because each client has its own business day. A day that was billed
-- before was billed for every client.
alter table myaccount_core.billing_run drop constraint billing_run_pkey;
alter table myaccount_core.billing_run add column client text;
insert into myaccount_core.billing_run (client, day, claimed_until, finished_at)
  select c.client, r.day, r.claimed_until, r.finished_at
  from myaccount_core.billing_run r cross join appcontent.client c;
delete from myaccount_core.billing_run where client is null;
alter table myaccount_core.billing_run alter column client set not null;
alter table myaccount_core.billing_run add primary key (client, day);

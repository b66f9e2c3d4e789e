-- The period whose movements of an account were read: one account can be away while the others are swept.
create table myaccount_core.swept_account (
  gateway text primary key,
  read_from timestamptz not null,
  read_until timestamptz not null
);
insert into myaccount_core.swept_account (gateway, read_from, read_until)
  select g.gateway, s.read_from, s.read_until
  from (select min(read_from) as read_from, max(read_until) as read_until
    from myaccount_core.sweep where finished_at is not null) s,
    (select distinct gateway from myaccount_core.gateway_payout) g
  where s.read_from is not null and s.read_until is not null;

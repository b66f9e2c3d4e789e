-- The client's account with Stripe, acct_…. Null for that of its group or, without one, of the installation. Rows name the account
-- in their column `gateway`: 'stripe' is the installation's, and all earlier rows have that; another is 'stripe:acct_…'.
alter table appcontent.client add column stripe_account text;

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

-- The account of a difference that is no client's, such as of a payout.
alter table myaccount_core.payment_difference add column gateway text;

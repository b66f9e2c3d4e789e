-- The account of a difference that is no client's, such as of a payout.
alter table myaccount_core.payment_difference add column gateway text;

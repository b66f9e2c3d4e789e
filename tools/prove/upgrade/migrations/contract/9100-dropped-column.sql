-- Servers of the version before need it: each request that reads a payment fails.
alter table myaccount_core.payment drop column confirmation_number cascade;

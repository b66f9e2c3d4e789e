-- Staff find accounts by what is stored here, also if the account system no longer has them.
drop index concurrently if exists appauth.user_account_plain_number;
create index concurrently user_account_plain_number
  on appauth.user_account (policy_admin.plain_number(account_number), client);

drop index concurrently if exists myaccount_core.payment_plain_number;
create index concurrently payment_plain_number
  on myaccount_core.payment (policy_admin.plain_number(account_number), client);

drop index concurrently if exists myaccount_core.payment_of_policy_number;
create index concurrently payment_of_policy_number
  on myaccount_core.payment (policy_number, client);

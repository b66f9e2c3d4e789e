-- Staff find a person at any of the clients that they serve by what the person reads out: one
-- look-up each, however many people and clients there are.
create index policy_by_number on policy_admin.policy (policy_number);
create index person_by_account_number on policy_admin.person (account_number);
create index user_account_by_username on appauth.user_account (lower(username));

-- What nobody decided in time stays, so that what still waits is the least of it.
drop index myaccount_core.staff_approval_client;
create index staff_approval_waiting on myaccount_core.staff_approval (expires_at)
  where decided_at is null;

-- A round of the job about moved methods asks which accounts with the gateway have methods of each client.
drop index concurrently if exists myaccount_core.payment_method_account;
create index concurrently payment_method_account
  on myaccount_core.payment_method (client, gateway, blocked_reason) where deleted_at is null;

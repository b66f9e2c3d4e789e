-- The frequencies of a product are read from one index page for each product of an account.
alter table policy_admin.frequency drop constraint frequency_pkey,
  add primary key (client, policy_number, position) include (code, label, amount, fee);

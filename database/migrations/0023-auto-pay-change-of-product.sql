-- What was asked of a product so far is counted before each change.
create index auto_pay_change_of_product
  on myaccount_core.auto_pay_change (client, policy_number);

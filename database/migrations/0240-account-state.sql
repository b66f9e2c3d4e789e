-- The newest events of the account system about the state of an account, by the time in their body. Events
-- can arrive late and in any order.
create table myaccount_core.account_state (
  client text not null,
  account_number text not null,
  closed_at timestamptz,
  changed_at timestamptz,
  primary key (client, account_number)
);

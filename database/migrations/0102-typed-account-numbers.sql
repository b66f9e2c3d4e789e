-- Staff type account numbers as letters show them, in any case and with separators.
create function policy_admin.plain_number(number text) returns text
  language sql immutable parallel safe
  as $$ select upper(translate(number, ' -./', '')) $$;

create index person_plain_account_number
  on policy_admin.person (policy_admin.plain_number(account_number), client);

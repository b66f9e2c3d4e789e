-- An account gets another number when the account system merges or splits accounts. The login of the old number then ends:
-- its hashes are bound to that number. The new number is kept, so that the owner learns how to log in.
alter table appauth.user_account add column moved_to text;

-- wider: no earlier server changes or deletes an authorization.
-- Authorizations stay as they were given. Only the number of the account may change with it.
create or replace function myaccount_core.refuse_change() returns trigger language plpgsql as
  $$ begin
    if tg_op = 'UPDATE' then
      if to_jsonb(new) - 'account_number' = to_jsonb(old) - 'account_number' then
        return new;
      end if;
    end if;
    raise exception '% is append-only', tg_table_name;
  end $$;

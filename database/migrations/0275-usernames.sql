-- People log in with a username that a keyboard or a copied text has given spaces or invisible characters. Case does not count
-- either; letters that look alike do.
-- wider: earlier servers write no username with such characters, and have a unique index of the small letters already
-- brief: it takes some seconds per million rows, in which people log in and cannot register
create function appauth.plain_username(username text) returns text
  language sql immutable parallel safe
  as $$ select lower(regexp_replace(username, '[\u0009-\u000d\u0020\u00a0\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u1680\u17b4-\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g')) $$;

do $$
declare
  equals text;
begin
  select string_agg(names || ' at ' || client, '; ' order by client, names) into equals
    from (
      select client, string_agg('"' || username || '" of account ' || account_number, ' and '
          order by username) as names
        from appauth.user_account
        group by client, appauth.plain_username(username) having count(*) > 1
        limit 100) found;
  if equals is not null then
    raise exception 'These usernames differ in spaces or invisible characters alone: %. Rename or delete all but one of each, and migrate again.', equals;
  end if;
end $$;

create unique index user_account_plain_username
  on appauth.user_account (client, appauth.plain_username(username));
-- For staff, who search through all clients.
create index user_account_by_plain_username on appauth.user_account (appauth.plain_username(username));

-- The key that chooses the security question of a username that no one has. It stays when SECRET_KEY changes: a question that
-- changed would show that no one has the username.
create table appauth.decoy_key (
  is_only boolean primary key default true check (is_only),
  secret bytea not null
);

-- A new table, with its index and a function that works on it.
create table myaccount_core.upgrade_note (
  client text not null,
  number integer not null,
  note text not null,
  primary key (client, number)
);
create index upgrade_note_text on myaccount_core.upgrade_note (client, note);
create function myaccount_core.upgrade_note_of(text, integer) returns text language sql stable as
  $$ select note from myaccount_core.upgrade_note where client = $1 and number = $2 $$;

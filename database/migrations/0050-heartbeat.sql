-- One row that a server changes to find out whether the database takes writes.
create table public.heartbeat (
  only_row boolean primary key default true check (only_row),
  beats bigint not null default 0
);
insert into public.heartbeat default values;

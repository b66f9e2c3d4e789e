-- The scripts and style sheets of the newest releases, so that every server can send those of another
-- one: to a tab that outlives a release, and while servers of two releases run side by side.
create table public.page_release (
  release text primary key,
  started_at timestamptz not null
);

create table public.page_file (
  release text not null references public.page_release on delete cascade,
  path text not null,
  body bytea not null,
  primary key (release, path)
);

create index page_file_path on public.page_file (path);

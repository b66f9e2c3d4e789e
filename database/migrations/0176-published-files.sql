-- A page that is open while a brand is published asks for the files of its own release: those that
-- were published once are still served by their hash.
alter table appcontent.asset_file
  add column media_type text not null default '',
  add column was_published boolean not null default false;

update appcontent.asset_file f set media_type = a.media_type, was_published = true
  from appcontent.asset a where a.client = f.client and a.hash = f.hash;

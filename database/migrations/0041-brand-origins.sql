-- The origins that a brand's own scripts, styles, pictures and frames come from or send to.
alter table appcontent.client
  add column script_origins text[] not null default '{}',
  add column connect_origins text[] not null default '{}',
  add column frame_origins text[] not null default '{}',
  add column image_origins text[] not null default '{}',
  add column style_origins text[] not null default '{}';

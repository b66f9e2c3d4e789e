-- Days on which no one answers the client's phone, such as holidays. Optional.
alter table appcontent.client add column closed jsonb not null default '[]';

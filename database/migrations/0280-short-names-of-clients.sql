-- The client's name on customers' bank and card statements. Null for one that is made from the name.
alter table appcontent.client add column short_name text;

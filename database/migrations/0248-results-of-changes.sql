-- The results of the changes of how this product is paid, by the id of the change: a change that arrives again, also after
-- another one, is not made again. Null: none had an id.
alter table policy_admin.billing add column changes jsonb;

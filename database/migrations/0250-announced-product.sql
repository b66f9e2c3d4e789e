-- The description of the product whose charge was announced: a charge of another product that has the
-- same number now is not the announced one. Null: announced by a version without this column.
alter table myaccount_core.announced_charge add column product_desc text;

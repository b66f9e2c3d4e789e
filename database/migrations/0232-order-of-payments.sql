-- The clocks of servers differ, so that their times do not say which of two rows came first. The
-- database notes when a row is stored. Null: stored by a version without this column.
alter table myaccount_core.payment add column stored_at timestamptz;
alter table myaccount_core.payment alter column stored_at set default clock_timestamp();

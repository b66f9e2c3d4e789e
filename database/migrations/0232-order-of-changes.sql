-- The clocks of servers differ, so that their times do not say which of two rows came first. The
-- database notes when a row is stored. Null: stored by a version without this column.
alter table myaccount_core.auto_pay_change add column stored_at timestamptz;
alter table myaccount_core.auto_pay_change alter column stored_at set default clock_timestamp();

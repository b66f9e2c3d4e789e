-- The numbers of the skipped bills when they were skipped: a bill keeps its number when its due date moves. Empty for skips of
-- earlier versions and for bills that were not issued.
alter table myaccount_core.auto_pay_skip add column bill_numbers integer[] not null default '{}';

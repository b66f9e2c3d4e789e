-- The last day on which the billing run found something due for the product of an announced charge
-- that was not made. The run needs no list of all products that are due.
alter table myaccount_core.announced_charge add column seen_due_on date;

-- Every read of a product asks for the few of its bills with a date of coverage.
drop index concurrently if exists policy_admin.bill_with_coverage;
create index concurrently bill_with_coverage on policy_admin.bill (client, policy_number, book)
  include (due_date, covered_until, covered_once_paid)
  where covered_until is not null or covered_once_paid is not null;

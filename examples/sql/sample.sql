insert into customer values
  ('northwind', 'NW-77', 'M-1', 'Ruth', 'Abara', '1961-08-09', 'ruth.abara@example.com', '2075550171',
   '{9 Harbor Street,Floor 2,""}', 'Portland', 'ME', '04101', true),
  ('northwind', 'NW-78', 'M-2', 'Sven', 'Dahl', '1984-01-31', 'sven.dahl@example.com', '',
   '{31 Pine Street,"",""}', 'Augusta', 'ME', '04330', false),
  ('eastgate', 'NW-77', 'M-9', 'Lucia', 'Conti', '1972-12-24', 'lucia.conti@example.com', '2075550188',
   '{5 Mill Street,"",""}', 'Bath', 'ME', '04530', true);
insert into contract values
  ('northwind', '8000000011', 'NW-77', 'Term Life', 'Active', 'Individual', '2018-02-01', 100000, 240, null, ''),
  ('northwind', '8000000029', 'NW-77', 'Dental', 'Active', 'Family', '2020-07-01', 2000, 480.36,
   'PM-3', 'Savings ending in 6789'),
  ('northwind', '8000000037', 'NW-77', 'Accident', 'Lapsed', 'Individual', '2010-01-01', 5000, 60, null, ''),
  ('northwind', '8000000052', 'NW-77', 'Vision', 'Active', 'Individual', '2023-03-01', 500, 96, null, ''),
  ('northwind', '8000000045', 'NW-78', 'Dental', 'Active', 'Individual', '2021-05-01', 2000, 240, null, ''),
  ('eastgate', '8000000011', 'NW-77', 'Vision', 'Active', 'Individual', '2022-10-01', 500, 96, null, '');
insert into invoice values
  ('northwind', '8000000011', 31, '2026-11-01', '2026-11-30', '2026-11-01', 20),
  ('northwind', '8000000011', 32, '2026-12-01', '2026-12-31', '2026-12-01', 20),
  ('northwind', '8000000029', 58, '2026-12-01', '2026-12-31', '2026-12-01', 40.03),
  ('northwind', '8000000045', 12, '2026-12-01', '2026-12-31', '2026-12-01', 20),
  ('eastgate', '8000000011', 4, '2026-12-01', '2026-12-31', '2026-12-01', 8);
insert into filed_document values
  ('northwind', 'S-1', '8000000011', 'CONTRACT', '17', 'Certificate of insurance', '2018-02-01'),
  ('northwind', 'S-9', '8000000011', 'BILL', '4', 'Premium notice', '2026-11-01');

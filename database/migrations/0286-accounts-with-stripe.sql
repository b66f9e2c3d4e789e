-- The client's account with Stripe, acct_…. Null for that of its group or, without one, of the installation. Rows name the account
-- in their column `gateway`: 'stripe' is the installation's, and all earlier rows have that; another is 'stripe:acct_…'.
alter table appcontent.client add column stripe_account text;

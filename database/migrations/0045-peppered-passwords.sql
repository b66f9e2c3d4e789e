-- Passwords and security answers are hashed with the installation's key. A hash without it can be
-- made by whoever writes the database, so none is taken any more: those people register again, and
-- the operator gives staff new passwords (npm run staff).
update appauth.user_account set reactivate = true where password_hash not like '%,keyid=%';

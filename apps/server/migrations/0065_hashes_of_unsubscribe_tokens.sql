-- Only the hash of a token is stored, as of all other tokens; links in mails that were sent before still work.
alter table notices add column unsubscribe_hash bytea;
update notices set unsubscribe_hash = sha256(convert_to(unsubscribe_token, 'UTF8'));
alter table notices drop column unsubscribe_token;
create index notices_unsubscribe_idx on notices (unsubscribe_hash) where unsubscribe_hash is not null;

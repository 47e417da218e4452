-- The link of the mail is another than the one that whoever invites is shown: it alone proves the address.
alter table invitations add column mailed_token_hash bytea;
create index invitations_mailed_token_idx on invitations (mailed_token_hash);

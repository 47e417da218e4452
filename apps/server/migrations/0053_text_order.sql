-- Keys and indexes of text compare by bytes: the order of other collations belongs to the operating system, and an index
-- that was built with another version of it misses rows and lets duplicates in. The next two migrations change the large
-- tables, each in its own transaction, so that no transaction waits for locks on two of them.
create unique index users_email_bytes_key on users (lower(email) collate "C");
drop index users_email_key;
alter index users_email_bytes_key rename to users_email_key;
drop index imported_people_email_idx;
create index imported_people_email_idx on imported_people (org_id, lower(email) collate "C");
alter table idempotent_replies
  alter column method type text collate "C",
  alter column path type text collate "C",
  alter column value type text collate "C";
alter table import_made alter column kind type text collate "C";
alter table invitations alter column email type text collate "C";
alter table notices
  alter column kind type text collate "C",
  alter column unsubscribe_token type text collate "C";
alter table rates alter column kind type text collate "C";

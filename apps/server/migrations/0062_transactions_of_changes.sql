-- The transaction that wrote the row, so that what was committed after a snapshot is found whatever the clock said
-- (docs/decisions/0058). Existing rows have none: no position is older than they are.
alter table changes add column made_in xid8;
alter table changes alter column made_in set default pg_current_xact_id();
create index changes_made_in_idx on changes (org_id, made_in) where made_in is not null;

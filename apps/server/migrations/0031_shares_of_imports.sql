-- The bytes of an import's file and staged rows in the database, which count against the share of its organization.
alter table imports add column stored_bytes bigint not null default 0;
update imports set stored_bytes = bytes where dropped_at is null and applied_at is null;
-- Rows leave this table when their import is applied or removed, so that dead ones have to be reused.
alter table import_rows reset (autovacuum_enabled);

-- Rewrites no row; rebuilds time_entries_external_ref_key.
alter table time_entries alter column external_ref type text collate "C";

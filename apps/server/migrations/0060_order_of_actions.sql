-- Rewrites no row; rebuilds changes_action_idx.
alter table changes alter column action type text collate "C";

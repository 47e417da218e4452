-- The undo of an import clears its entries at once, so that nothing refers to the projects it made; their change rows
-- keep the content until the purge. Not valid here, so that the table is not read under the lock: every row passed the
-- stricter former check, and the next migration validates.
alter table time_entries
  drop constraint time_entries_check,
  add constraint time_entries_place_check
    check (deleted_at is not null or (project_id is not null and task_id is not null)) not valid;

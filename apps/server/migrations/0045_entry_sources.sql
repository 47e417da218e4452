-- Where the entry came from, set when it is created; null for entries from before. The check holds for every later write
-- and is not valid, because validating it would read the whole table although all of it is null.
alter table time_entries
  add column source text,
  add constraint time_entries_source_check
    check (source in ('timer', 'manual', 'timesheet', 'calendar', 'api', 'import', 'cli', 'mcp')) not valid;

-- The projects of the entries that a timesheet held when it was last submitted, so that its events are shown only to
-- those who see all of them. Null before the first submission, and in those from before this column.
alter table timesheets add column project_ids text[] collate "C";

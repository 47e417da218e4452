-- How plain numbers of a file are read, as asked for; null: as the file says.
alter table imports
  add column duration_unit text,
  add column decimal_mark text;

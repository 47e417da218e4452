alter table import_made alter column kind type text collate "C";

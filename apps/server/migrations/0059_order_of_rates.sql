alter table rates alter column kind type text collate "C";

alter table invitations alter column email type text collate "C";

-- The team that the person joins by accepting. Not a foreign key, because deleting a team must not change invitations,
-- whose every change has a change row: accepting then adds the person to no team.
alter table invitations add column team_id text collate "C";

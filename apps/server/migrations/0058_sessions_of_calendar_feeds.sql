-- The session in which a feed was created. Feeds created before this have none, so they end with any of the person's
-- sessions that end because somebody else may have used them.
alter table calendar_feeds add column session_id text collate "C";

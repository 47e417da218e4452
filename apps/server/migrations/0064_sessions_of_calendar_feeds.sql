-- The session in which a feed was created. Feeds created before this have none, so they end when the person ends all
-- other sessions or gets a new password.
alter table calendar_feeds add column session_id text collate "C";

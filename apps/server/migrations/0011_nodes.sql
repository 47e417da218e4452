-- Nodes that send deliveries, and when each was last in touch with the database. The claims of one that is silent are
-- taken over before their lease ends.
create table nodes (
  id text collate "C" primary key,
  seen_at timestamptz(3) not null
);

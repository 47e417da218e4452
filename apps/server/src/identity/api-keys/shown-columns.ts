import { sql } from "#platform/database/database.ts";

/** The columns of a key that change rows may contain. They include a digest of the hash, but not the hash itself. */
export const shownColumns = sql`org_id, id, user_id, kind, name, scopes, last_four, authenticated_at, expires_at, revoked_at, version,
  created_at, updated_at, encode(sha256(key_hash), 'hex') as key_digest`;

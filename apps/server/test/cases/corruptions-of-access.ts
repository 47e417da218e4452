import type { Corruption } from "./corruptions.ts";

const key = "name = 'Script' and kind = 'api'";
const hash = "sha256('a key of the attacker')";

/**
 * Corruptions of permissions, of data that leaves the service (by links, feeds and webhooks), and of data that is part
 * of no total, such as timers and tag names.
 */
export const corruptionsOfAccess: Corruption[] = [
  [
    "more scopes of a key",
    `update api_keys set scopes = scopes || '{members:write}' where ${key}`,
    ["api_key.differs", "scopes"],
  ],
  [
    "more scopes of a connected program",
    "update api_keys set scopes = scopes || '{members:write}' where kind = 'grant'",
    ["api_key.differs", "scopes"],
  ],
  ["another key in its place", `update api_keys set key_hash = ${hash} where ${key}`, ["api_key.differs", "keyDigest"]],
  [
    "another session in its place",
    `update api_keys set key_hash = ${hash} where kind = 'session'`,
    ["api_key.differs", "keyDigest"],
  ],
  ["a key of another member's", `update api_keys set user_id = 'user_x' where ${key}`, ["api_key.differs", "userId"]],
  [
    "a key that ends later",
    `update api_keys set expires_at = '2099-01-01' where ${key}`,
    ["api_key.differs", "expiresAt"],
  ],
  [
    "a revoked key, valid again",
    "update api_keys set revoked_at = null where revoked_at is not null",
    ["api_key.differs", "revokedAt"],
  ],
  [
    "a key that became a session",
    `update api_keys set kind = 'session', authenticated_at = now() where ${key}`,
    ["api_key.differs", "kind"],
  ],
  [
    "a session that was proved just now",
    "update api_keys set authenticated_at = authenticated_at + interval '1 hour' where kind = 'session'",
    ["api_key.differs", "authenticatedAt"],
  ],
  [
    "a key that nobody made",
    `insert into api_keys (org_id, id, user_id, name, scopes, key_hash, last_four) select org_id, 'key_0', user_id, 'Mine', scopes, ${hash}, 'aaaa' from api_keys where ${key}`,
    ["api_key.unrecorded", null],
  ],
  ["a key that is gone", "delete from api_keys where revoked_at is not null", ["api_key.missing", null]],
  [
    "a key that was changed by hand and then edited",
    `update changes set object = jsonb_set(object, '{scopes}', '["members:write"]') where action = 'api_key.created' and object ->> 'name' = 'Script'`,
    ["api_key.unexplained", "scopes"],
  ],
  ["a higher role in an invitation", "update invitations set role = 'owner'", ["invitation.differs", "role"]],
  [
    "another address in an invitation",
    "update invitations set email = 'x@example.com'",
    ["invitation.differs", "email"],
  ],
  [
    "an invitation that ends later",
    "update invitations set expires_at = '2099-01-01'",
    ["invitation.differs", "expiresAt"],
  ],
  [
    "another link of an invitation",
    `update invitations set token_hash = ${hash}`,
    ["invitation.differs", "linkDigest"],
  ],
  [
    "another mailed link of an invitation",
    `update invitations set mailed_token_hash = ${hash}`,
    ["invitation.differs", "mailedLinkDigest"],
  ],
  ["an accepted invitation", "update invitations set accepted_at = now()", ["invitation.differs", "acceptedAt"]],
  [
    "an invitation that nobody made",
    `insert into invitations (org_id, id, email, role, token_hash, invited_by, expires_at) select org_id, 'inv_0', 'x@example.com', 'owner', ${hash}, invited_by, '2099-01-01' from invitations`,
    ["invitation.unrecorded", null],
  ],
  ["an invitation that is gone", "delete from invitations", ["invitation.missing", null]],
  [
    "a report link that ends later",
    "update report_links set expires_at = '2099-01-01'",
    ["report_link.differs", "expiresAt"],
  ],
  [
    "a report link with amounts",
    "update report_links set shows_amounts = true",
    ["report_link.differs", "showsAmounts"],
  ],
  [
    "a report link of another member's",
    "update report_links set created_by = 'user_x'",
    ["report_link.differs", "createdBy"],
  ],
  [
    "a report link with another query",
    `update report_links set query = '{"report":"detailed"}'`,
    ["report_link.differs", "query"],
  ],
  [
    "another report link in its place",
    `update report_links set token_hash = ${hash}`,
    ["report_link.differs", "linkDigest"],
  ],
  ["a report link that is gone", "delete from report_links", ["report_link.missing", null]],
  [
    "a calendar feed of a team",
    "update calendar_feeds set scope = 'team', team_id = 'team_x'",
    ["calendar_feed.differs", "scope"],
  ],
  ["a longer calendar feed", "update calendar_feeds set days = 366", ["calendar_feed.differs", "days"]],
  [
    "a calendar feed of another member's",
    "update calendar_feeds set user_id = 'user_x'",
    ["calendar_feed.differs", "userId"],
  ],
  [
    "another address of a calendar feed",
    `update calendar_feeds set token_hash = ${hash}`,
    ["calendar_feed.differs", "linkDigest"],
  ],
  ["a calendar feed that is gone", "delete from calendar_feeds", ["calendar_feed.missing", null]],
  ["another address of an endpoint", "update webhooks set url = 'https://example.org'", ["webhook.differs", "url"]],
  ["more events of an endpoint", "update webhooks set events = '{*}'", ["webhook.differs", "events"]],
  [
    "an endpoint that shows money",
    "update webhooks set shows_money = not shows_money",
    ["webhook.differs", "showsMoney"],
  ],
  ["another registrar of an endpoint", "update webhooks set user_id = 'user_x'", ["webhook.differs", "userId"]],
  ["another secret of an endpoint", `update webhooks set secret_sealed = ${hash}`, ["webhook.differs", "secretDigest"]],
  [
    "a second secret of an endpoint",
    `update webhooks set previous_secret_sealed = ${hash}, previous_secret_expires_at = '2099-01-01'`,
    ["webhook.differs", "previousSecretDigest"],
    ["webhook.differs", "previousSecretExpiresAt"],
  ],
  ["an endpoint that is gone", "delete from webhooks", ["webhook.missing", null]],
  [
    "another address of a person",
    "update users set email = 'x@example.com' where name = 'member'",
    ["member.differs", "email"],
  ],
  ["another name of a person", "update users set name = 'Other' where name = 'member'", ["member.differs", "name"]],
  ["a former member brought back", "update members set deactivated_at = null", ["member.differs", "deactivatedAt"]],
  [
    "a member whom nobody added",
    "insert into members (org_id, user_id, role) select org_id, 'user_0', 'owner' from members limit 1",
    ["member.unrecorded", null],
  ],
  ["a report that became public", "update saved_reports set shared = false", ["saved_report.differs", "shared"]],
  [
    "another query of a report",
    `update saved_reports set query = '{"report":"detailed"}'`,
    ["saved_report.differs", "query"],
  ],
  [
    "a timer that began earlier",
    "update timers set started_at = started_at - interval '1 hour'",
    ["timer.differs", "startedAt"],
  ],
  ["another note of a timer", "update timers set description = 'Other'", ["timer.differs", "description"]],
  ["a timer that is gone", "delete from timers", ["timer.missing", null]],
  [
    "a timer that nobody started",
    "update timers set created_at = created_at + interval '1 second'",
    ["timer.unrecorded", null],
    ["timer.missing", null],
  ],
  [
    "another person in an import",
    `update imports set people = '{"kim@example.com":{"inactive":true}}'`,
    ["import.differs", "people"],
  ],
  ["another proof of an import", "update imports set proof = '{}'", ["import.differs", "proof"]],
  ["an import that is gone", "delete from imports", ["import.missing", null]],
  ["a tag with another name", "update tag_names set name = 'Secret' where tag_key = 'ops'", ["tag.name", "name"]],
  ["a tag that is spelt otherwise", "update tag_names set name = 'oPS' where tag_key = 'ops'", ["tag.name", "name"]],
];

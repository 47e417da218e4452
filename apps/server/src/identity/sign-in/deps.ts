import type { PasswordHasher } from "#identity/passwords/hash-password.ts";
import type { Outbox } from "#identity/outbox/outbox.ts";
import type { Strangers } from "#identity/throttle/strangers.ts";
import type { Background } from "#platform/concurrency/background.ts";
import type { OpenIdGroups } from "#platform/config/openid-groups.ts";
import type { DatabasePool } from "#platform/database/database.ts";

export interface SignInDeps {
  db: DatabasePool;
  secretKey: Buffer | undefined;
  /** Undefined unless the operator has configured an SMTP server. */
  mail: Outbox | undefined;
  /** The base URL for links in emails, without a trailing slash. */
  publicUrl: string;
  hasher: PasswordHasher;
  strangers: Strangers;
  background: Background;
  /** The OpenID provider; undefined unless the operator has configured one. */
  openId: { name: string } | undefined;
  openIdGroups: OpenIdGroups | undefined;
  now: () => Date;
}

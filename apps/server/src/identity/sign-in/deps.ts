import type { OpenIdProvider } from "#identity/openid/openid-provider.ts";
import type { PasswordHasher } from "#identity/passwords/hash-password.ts";
import type { Background } from "#platform/background.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import type { Mail } from "#platform/mail/mail.ts";

/** Dependencies of signing in. */
export interface SignInDeps {
  db: DatabasePool;
  secretKey: Buffer | undefined;
  /** Undefined where the operator set no SMTP server. */
  mail: Mail | undefined;
  /** Base URL of links. */
  publicUrl: string;
  hasher: PasswordHasher;
  background: Background;
  openId: OpenIdProvider | undefined;
  now: () => Date;
}

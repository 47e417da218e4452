import type { OpenIdProvider } from "#identity/openid/openid-provider.ts";
import type { PasswordHasher } from "#identity/passwords/hash-password.ts";
import type { Background } from "#platform/background.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import type { Mail } from "#platform/mail/mail.ts";

/** What signing in needs. */
export interface SignInDeps {
  db: DatabasePool;
  secretKey: Buffer | undefined;
  /** Undefined where the operator set no SMTP server. */
  mail: Mail | undefined;
  /** Where links lead to. */
  publicUrl: string;
  hasher: PasswordHasher;
  background: Background;
  openId: OpenIdProvider | undefined;
  now: () => Date;
}

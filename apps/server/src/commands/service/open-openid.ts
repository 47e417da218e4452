import type { Logger } from "pino";
import { listMissing } from "#identity/openid/list-missing.ts";
import type { OpenIdProvider } from "#identity/openid/openid-provider.ts";
import type { Config } from "#platform/config/config.ts";
import type { Database } from "#platform/database/database.ts";

/** Imports the OpenID library on demand, because it takes a fifth of the service's load time. */
export async function openOpenId(
  options: NonNullable<Config["openId"]>,
  groups: Config["openIdGroups"],
): Promise<OpenIdProvider> {
  const { createOpenIdProvider } = await import("#identity/openid/openid-provider.ts");
  return createOpenIdProvider({ ...options, groupsClaim: groups?.claim, asksName: groups !== undefined });
}

/**
 * Logs the objects that the group settings refer to but that do not exist. Someone may create them later, so the
 * service starts nevertheless.
 */
export async function warnOfGroups(
  groups: Config["openIdGroups"],
  db: Database,
  logger: Pick<Logger, "warn">,
): Promise<void> {
  if (groups === undefined) return;
  try {
    for (const { problem, mend } of await listMissing(db, groups)) logger.warn(`${problem} ${mend}`);
  } catch (error) {
    logger.warn({ err: error }, "the organization and the teams of the OpenID groups could not be looked up");
  }
}

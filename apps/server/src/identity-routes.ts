import { apiKeyRoutes } from "#identity/api-keys/management/routes.ts";
import { auditRoutes } from "#identity/audit-log/routes.ts";
import { deviceLoginRoutes } from "#identity/device-logins/routes.ts";
import { invitationRoutes } from "#identity/members/invitations/routes.ts";
import { installationRoutes } from "#identity/installation/routes.ts";
import { meRoutes } from "#identity/me/routes.ts";
import { memberRoutes } from "#identity/members/management/routes.ts";
import { grantRoutes } from "#identity/oauth/grants/routes.ts";
import { passwordRoutes } from "#identity/passwords/routes.ts";
import { secondFactorRoutes } from "#identity/second-factor/routes.ts";
import { sessionRoutes } from "#identity/sessions/routes.ts";
import { teamRoutes } from "#identity/teams/routes.ts";
import { organizationRoutes } from "#identity/organizations/routes.ts";
import { checkFavourites } from "#tracking/ledger/favourites/check-favourites.ts";
import { countUnread } from "#tracking/notices/queries.ts";
import { resources } from "#tracking/exchange/resources.ts";
import { applySettings } from "#tracking/ledger/settings/apply-settings.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";

type DepsOf<Routes extends (app: never, deps: never) => unknown> = Parameters<Routes>[1];

type Deps = Omit<DepsOf<typeof organizationRoutes>, "applySettings"> &
  Omit<DepsOf<typeof meRoutes>, "checkFavourites" | "countUnread"> &
  Omit<DepsOf<typeof auditRoutes>, "resources"> &
  DepsOf<typeof installationRoutes> &
  DepsOf<typeof memberRoutes> &
  DepsOf<typeof invitationRoutes> &
  DepsOf<typeof grantRoutes> &
  DepsOf<typeof passwordRoutes>;

/** Adds the operations on organizations and their members, below /v1. */
export async function identityRoutes(app: HttpApp, deps: Deps): Promise<void> {
  await organizationRoutes(app, {
    ...deps,
    applySettings: (tx, actor, change) => applySettings(tx, actor, change, { now: deps.now() }),
  });
  await installationRoutes(app, deps);
  await meRoutes(app, { ...deps, checkFavourites, countUnread });
  await memberRoutes(app, deps);
  await teamRoutes(app, deps);
  await invitationRoutes(app, deps);
  await sessionRoutes(app, deps);
  await grantRoutes(app, deps);
  await passwordRoutes(app, deps);
  await secondFactorRoutes(app, deps);
  await apiKeyRoutes(app, deps);
  await deviceLoginRoutes(app, deps);
  await auditRoutes(app, { ...deps, resources });
}

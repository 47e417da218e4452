import { readFile } from "node:fs/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Blog } from "#blog/blog.ts";
import { refuseUnparsed } from "#blog/content/replies.ts";
import type { ApiKeyCache } from "#identity/api-keys/api-key-cache.ts";
import type { KeyShares } from "#identity/api-keys/key-shares.ts";
import { authDoor } from "#identity/door/auth-door.ts";
import { waitingProgramRoutes } from "#identity/device-logins/programs/routes.ts";
import { describeDoor, securitySchemes } from "#identity/door/describe-door.ts";
import { forgetKeysAfterwards } from "#identity/door/forget-keys-afterwards.ts";
import { guard } from "#identity/door/guard.ts";
import { createMutate, type Mutate } from "#identity/http/mutation.ts";
import type { OnDeactivation } from "#identity/members/management/member-verbs.ts";
import type { ClientDocuments } from "#identity/oauth/client-document.ts";
import { addOAuthMetadata, oauthRoutes } from "#identity/oauth/routes.ts";
import type { OpenIdDeps } from "#identity/openid/routes.ts";
import { openIdRoutes } from "#identity/openid/routes.ts";
import type { Outbox } from "#identity/outbox/outbox.ts";
import { signInRoutes } from "#identity/sign-in/routes.ts";
import type { BackupControl } from "#platform/backup/backup-control.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import type { ConnectionLimits } from "#platform/http/server/connections.ts";
import { createHttpApp, type HttpApp } from "#platform/http/server/create-http-app.ts";
import type { DownloadLimits } from "#platform/http/replies/downloads.ts";
import { addHealth, type HealthDeps } from "#platform/http/server/health.ts";
import type { HttpTimeouts } from "#platform/http/server/http-server.ts";
import { addMetrics, type Metrics } from "#platform/http/server/metrics.ts";
import { addOpenApi } from "#platform/http/reference/openapi.ts";
import { refuseWritesWhenFull } from "#platform/http/server/refusals.ts";
import { createLanes } from "#platform/concurrency/lanes.ts";
import { loopTurns } from "#platform/process/loop-turns.ts";
import type { RateLimiter } from "#platform/rate-limit/rate-limiter.ts";
import type { Tracing } from "#platform/spans.ts";
import { endCalendarFeedOf } from "#tracking/exchange/calendar-feed/feed-verbs.ts";
import { feedPrefix, feedRoutes } from "#tracking/exchange/calendar-feed/routes.ts";
import {
  createEventStreams,
  type EventStreams,
  type EventStreamLimits,
  eventStreamLimits,
} from "#tracking/exchange/events/stream/event-streams.ts";
import type { ImportShares } from "#tracking/exchange/imports/import-shares.ts";
import { unsubscribePages } from "#tracking/notices/unsubscribe/routes.ts";
import { identityRoutes } from "./identity-routes.ts";
import { trackingRoutes } from "./tracking-routes.ts";
import type { CalendarReader } from "#tracking/exchange/subscribed-calendars/calendar-reader.ts";
import { deleteCalendars } from "#tracking/exchange/subscribed-calendars/queries.ts";
import { sharedReportRoutes } from "#tracking/reports/shared-reports/routes.ts";
import { lockFacts } from "#tracking/ledger/entry-locks/entry-locks.ts";
import { stopTimerOf } from "#tracking/entries/timer/timer-verbs.ts";
import { deliveryHeaders, eventCatalogue } from "#tracking/exchange/event-catalogue/event-catalogue.ts";
import { addDashboard, unknownPageOf } from "./dashboard/add-dashboard.ts";
import type { Dashboard } from "./dashboard/dashboard.ts";
import { type McpDeps, mcpRoutes } from "./mcp/routes.ts";
import { addFavicon, addStartPage } from "./start-page.ts";
import { addGuidePages } from "./guide-pages.ts";
import { addSignInPages } from "./sign-in-pages.ts";
import { statusOf } from "./error-codes.ts";
import { openApiTags } from "./openapi-tags.ts";

export interface AppDeps extends Omit<OpenIdDeps, "onDeactivation" | "onMembersChanged">, HealthDeps {
  /** The networks of the proxies whose X-Forwarded-For header is trusted. */
  trustProxy: readonly string[];
  sharedLinkMaxDays: number;
  /** A connection pool used only for reports. */
  reports: DatabasePool;
  webhookAllowPrivate: boolean;
  /** Reads the calendars that members subscribe to. */
  calendarReader: CalendarReader;
  /** Reads client ID metadata documents. */
  clientDocuments: ClientDocuments;
  /** Called after each commit in an organization, because the commit may have queued events. */
  onCommit: (orgId: string) => void;
  /** The base URL for links in emails and replies, without a trailing slash. */
  publicUrl: string;
  /** Undefined if the operator has not configured a mail server. */
  mail: Outbox | undefined;
  apiKeys: ApiKeyCache;
  keyShares: KeyShares;
  /**
   * `api` limits API keys, grants and shared report links. `feed` limits calendar feeds more strictly. `session` limits
   * sessions and, by network address, programs that are waiting for a key.
   */
  limiters: Readonly<Record<"api" | "session" | "feed", RateLimiter>>;
  blog: Pick<Blog, "handle">;
  /** Undefined if the operator disabled the dashboard; plain pages are then used for signing in. */
  dashboard: Dashboard | undefined;
  /** Whether there is a page for connecting programs. It is part of the dashboard. */
  hasDevicePage: boolean;
  metrics: Metrics;
  /** Undefined if there is no folder for backups. */
  backups: BackupControl | undefined;
  logger: FastifyBaseLogger | undefined;
  version: string;
  monotonicMs: () => number;
  isDiskFull: () => boolean;
  /** Whether this node is draining, so clients should open their next connection to another node. */
  isStopping: () => boolean;
  tracing?: Tracing | undefined;
  timeouts?: HttpTimeouts;
  limits?: ConnectionLimits;
  downloads?: DownloadLimits;
  streams: Pick<EventStreamLimits, "shares"> & Partial<EventStreamLimits>;
  importShares: ImportShares;
  maxFeedEvents?: number;
  createMcpServer?: McpDeps["createMcpServer"];
}

/**
 * Builds the app with all its routes. Most route plugins are called directly: registering a plugin creates a separate
 * scope, which takes as long as adding many routes. Only scopes with shared hooks or a prefix are registered.
 */
export async function buildApp(deps: AppDeps): Promise<HttpApp> {
  const app = createAppBehindBlog(deps);
  addMetrics(app, deps.metrics);
  addHealth(app, deps);
  refuseWritesWhenFull(app, deps.isDiskFull);
  await addPages(app, deps);

  const streams = createEventStreams({
    db: deps.db,
    apiKeys: deps.apiKeys,
    metrics: deps.metrics,
    now: deps.now,
    onError: (error) => app.log.error({ err: error }, "event streams are delayed, because events could not be read"),
    limits: { ...eventStreamLimits, ...deps.streams },
  });
  const onDeactivation: OnDeactivation = async (tx, origin, member) => {
    await stopTimerOf(tx, origin, member, { now: deps.now() });
    await endCalendarFeedOf(tx, origin, member);
    await deleteCalendars(tx, origin.orgId, { user_id: member.userId });
  };
  const parts = { streams, onDeactivation };
  await app.register(async (scope) => addApi(scope as HttpApp, deps, parts), { prefix: "/v1" });
  await app.register(async (scope) => mcpRoutes(scope as HttpApp, app, deps), { prefix: "/mcp" });
  await app.register(async (scope) => unsubscribePages(scope as HttpApp, deps));
  await app.register(
    async (scope) => {
      const shared = scope as HttpApp;
      authDoor(shared);
      await sharedReportRoutes(shared, { ...deps, limiter: deps.limiters.api });
    },
    { prefix: "/auth/shared-reports" },
  );
  // OAuth needs the dashboard, because people connect programs on one of its pages.
  if (deps.dashboard !== undefined) {
    addOAuthMetadata(app, deps);
    const onChange = (orgId: string) => deps.apiKeys.forget(orgId);
    await app.register(
      async (scope) => oauthRoutes(scope as HttpApp, { ...deps, limiter: deps.limiters.api, onChange }),
      {
        prefix: "/oauth",
      },
    );
  }
  const feeds = { limiter: deps.limiters.feed, maxEvents: deps.maxFeedEvents ?? 50_000 };
  await app.register(async (scope) => feedRoutes(scope as HttpApp, { ...deps, ...feeds }), { prefix: feedPrefix });
  await app.register(async (scope) => addSignIn(scope as HttpApp, deps, parts), { prefix: "/auth" });
  return app;
}

interface Parts {
  streams: EventStreams;
  onDeactivation: OnDeactivation;
}

async function addApi(v1: HttpApp, deps: AppDeps, { streams, onDeactivation }: Parts): Promise<void> {
  const { db, secretKey } = deps;
  const onCommit = (orgId: string) => {
    deps.onCommit(orgId);
    streams.committed(orgId);
  };
  const mutate = createMutate(db, secretKey, onCommit);
  const ruleLanes = createLanes({ ofEach: 1, inAll: Math.max(1, Math.floor(db.size / 4)), maxWaiting: 16 });
  const mutateRules: Mutate = (request, ...rest) => ruleLanes.run(request.actor.orgId, () => mutate(request, ...rest));
  const changing = { mutate, mutateRules, onCommit };
  guard(v1, deps);
  await v1.register(async (inner) => {
    const people = inner as HttpApp;
    forgetKeysAfterwards(people, deps);
    await identityRoutes(people, { ...deps, ...changing, onDeactivation });
  });
  await trackingRoutes(v1, { ...deps, ...changing, streams });
}

async function addSignIn(auth: HttpApp, deps: AppDeps, { streams, onDeactivation }: Parts): Promise<void> {
  authDoor(auth);
  forgetKeysAfterwards(auth, deps);
  await signInRoutes(auth, deps);
  const onMembersChanged = (orgId: string) => {
    deps.apiKeys.forget(orgId);
    deps.onCommit(orgId);
    streams.committed(orgId);
  };
  await openIdRoutes(auth, { ...deps, onDeactivation, onMembersChanged });
  await waitingProgramRoutes(auth, { ...deps, limiter: deps.limiters.session, onKeyMade: onMembersChanged });
}

/** Creates the app. The blog sees each request first and answers those for its paths. */
function createAppBehindBlog(deps: AppDeps): HttpApp {
  const countBlog = deps.metrics.counter(
    "stint_blog_requests_total",
    "Requests to the blog and its feeds, by status.",
    "status",
  );
  return createHttpApp({
    statusOf,
    logger: deps.logger,
    timeouts: deps.timeouts,
    limits: deps.limits,
    trustProxy: deps.trustProxy,
    isStopping: deps.isStopping,
    downloads: deps.downloads,
    tracing: deps.tracing,
    answerFirst(request, response) {
      if (!deps.blog.handle(request, response)) return false;
      loopTurns.noteWork("blog");
      countBlog(String(response.statusCode));
      return true;
    },
    answerRefused(error) {
      const reply = refuseUnparsed(error);
      if (reply !== undefined) countBlog(String(reply.status));
      return reply;
    },
    unknownPage: deps.dashboard && unknownPageOf(deps.dashboard),
  });
}

/** Adds the API reference, the guides, and either the dashboard or the plain pages that replace it. */
async function addPages(app: HttpApp, deps: AppDeps): Promise<void> {
  await addOpenApi(app, {
    file: new URL("../openapi.json", import.meta.url),
    title: "Stint",
    version: deps.version,
    description:
      "Time tracking: time entries, timer, projects, tasks, clients and tags of the organization that owns the API key.",
    tags: openApiTags,
    samples: JSON.parse(await readFile(new URL("../pages/sdk-samples.json", import.meta.url), "utf8")),
    webhooks: [...eventCatalogue],
    webhookHeaders: deliveryHeaders,
    securitySchemes,
    statusOf,
    errorFacts: lockFacts,
    ifMatch:
      "The ETag that the resource must still have, or its `version` in quotes (for a timer, only the ETag); otherwise 412.",
    doorOf: describeDoor,
  });
  await addGuidePages(app);
  addFavicon(app);
  if (deps.dashboard === undefined) {
    addStartPage(app, deps.version);
    await addSignInPages(app);
  } else addDashboard(app, deps.dashboard);
}

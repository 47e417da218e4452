import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import type { Role, Scope } from "#identity/access.ts";
import { scopes as allScopes } from "#identity/access.ts";
import { createApiKeyCache, type ApiKeyCache } from "#identity/api-keys/api-key-cache.ts";
import type { KeyShares } from "#identity/api-keys/key-shares.ts";
import { createApiKey } from "#identity/api-keys/create-api-key.ts";
import type { OpenIdGroups } from "#platform/config/openid-groups.ts";
import { type ClientDocuments, createClientDocuments } from "#identity/oauth/client-document.ts";
import type { OpenIdProvider } from "#identity/openid/openid-provider.ts";
import { noteSent } from "#identity/members/invitations/invitation-verbs.ts";
import { type Outbox, startOutbox } from "#identity/outbox/outbox.ts";
import { createPasswordHasher, type PasswordHasher } from "#identity/passwords/hash-password.ts";
import { createStrangers } from "#identity/throttle/strangers.ts";
import { createSession } from "#identity/sessions/create-session.ts";
import { sessionCookie } from "#identity/sessions/session-cookie.ts";
import { addMember } from "#identity/members/add-member.ts";
import { insertUser } from "#identity/members/queries.ts";
import { createOrganization } from "#commands/accounts/create-organization.ts";
import { type OwnBackups, startOwnBackups } from "#commands/backup/scheduled-backups.ts";
import type { BackupControl } from "#platform/backup/backup-control.ts";
import { loadConfig } from "#platform/config/config.ts";
import { type Background, createBackground } from "#platform/concurrency/background.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { sharePool } from "#platform/database/pool/share-pool.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import type { HttpTimeouts } from "#platform/http/server/http-server.ts";
import { createMetrics } from "#platform/http/server/metrics.ts";
import type { Tracing } from "#platform/spans.ts";
import { tracePool } from "#platform/tracing/trace-pool.ts";
import type { Mail } from "#platform/mail/mail.ts";
import { newId } from "#platform/ids.ts";
import { createRateLimiter, type RateLimit } from "#platform/rate-limit/rate-limiter.ts";
import type { EventStreamLimits } from "#tracking/exchange/events/stream/event-streams.ts";
import type { ImportShares } from "#tracking/exchange/imports/import-shares.ts";
import { type AppDeps, buildApp } from "#src/app.ts";
import type { Dashboard } from "#src/dashboard/dashboard.ts";
import { type CalendarReader, createCalendarReader } from "#tracking/exchange/subscribed-calendars/calendar-reader.ts";
import { beforeEnd, createDatabase, sharedDatabase } from "#test/databases/test-database.ts";
import { onWrite, withoutWatch } from "#test/databases/watch-writes.ts";
import { createTestJobs } from "#test/processes/test-jobs.ts";
import type { Answer, RequestOptions } from "./answer.ts";
import { send } from "./send.ts";
import { testSecretKey } from "./test-secret-key.ts";

export type { Answer, Json, RequestOptions } from "./answer.ts";

/** A caller with one API key or one session. */
export interface Caller {
  /** Whether the caller uses a browser's session instead of an API key. */
  isSession: boolean;
  /** The app that the caller belongs to. Test helpers use it to create more callers. */
  world: TestApp;
  orgId: string;
  userId: string;
  keyId: string;
  apiKey: string;
  send(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string, headers?: Record<string, string>): Promise<Answer>;
}

export interface TestApp {
  app: HttpApp;
  db: DatabasePool;
  apiKeys: ApiKeyCache;
  background: Background;
  /** Undefined without a mail server. */
  outbox: Outbox | undefined;
  /** Sends requests without credentials. */
  anonymous: Pick<Caller, "send">;
  /** Creates an organization. Returns its owner. */
  newOrganization(options?: { timeZone?: string }): Promise<Caller>;
  /** Creates a member of the caller's organization. */
  newMember(of: Caller, role: Role, scopes?: readonly Scope[]): Promise<Caller>;
  /** Creates another key for the caller. */
  newKey(of: Caller, scopes: readonly Scope[], expiresAt?: string): Promise<Caller>;
  /** Creates a session for the caller, which sends the headers of a browser on this service's pages. */
  newSession(of: Caller): Promise<Caller>;
}

export interface TestAppOptions {
  db?: DatabasePool;
  /** The pool for reports; defaults to the shared pool. */
  reports?: DatabasePool;
  now?: () => Date;
  monotonicMs?: () => number;
  keyShares?: KeyShares;
  rateLimit?: RateLimit;
  sessionRateLimit?: RateLimit;
  feedRateLimit?: RateLimit;
  timeouts?: HttpTimeouts;
  logger?: FastifyBaseLogger;
  mail?: Mail;
  publicUrl?: string;
  trustProxy?: readonly string[];
  sharedLinkMaxDays?: number;
  openId?: OpenIdProvider;
  openIdGroups?: OpenIdGroups;
  hasher?: PasswordHasher;
  secretKey?: Buffer | undefined;
  webhookAllowPrivate?: boolean;
  calendarReader?: CalendarReader;
  clientDocuments?: ClientDocuments;
  onCommit?: (orgId: string) => void;
  isDiskFull?: () => boolean;
  dashboard?: Dashboard;
  hasDevicePage?: boolean;
  backups?: BackupControl | undefined;
  streams?: Partial<EventStreamLimits>;
  importShares?: ImportShares;
  maxFeedEvents?: number;
  createMcpServer?: AppDeps["createMcpServer"];
  tracing?: Tracing | undefined;
  /** Whether to cache keys until a request or SQL of this process changes something; defaults to true. */
  keepsKeys?: boolean;
}

/** Cheap parameters, because tests hash many passwords. passwords.test.ts covers the real parameters. */
const cheap = { memory: 64, passes: 1, parallelism: 1 };
const usual = loadConfig({});
const unlimited = { perMinute: 1_000_000, burst: 0 };
// Weak references, because every garbage collection would otherwise traverse all apps, which are large.
const open: WeakRef<HttpApp>[] = [];
/** Work that goes on after its request. The last test of a process may leave some. */
const unfinished = new Set<Promise<void>>();
const backupDir = join(tmpdir(), `stint-test-backups-${process.pid}`);
let shared: Promise<TestApp> | undefined;

/** Returns the app that all tests without special needs share. Each test creates its own organization in it. */
export function testApp(): Promise<TestApp> {
  return (shared ??= newTestApp());
}

/** Creates a separate app, for tests that need their own clock, limits or database. */
export async function newTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const db = options.db ?? (await sharedDatabase()).db;
  const { tracing } = options;
  const traced = (database: DatabasePool) => (tracing === undefined ? database : tracePool(database, tracing));
  const pool = sharePool(traced(withoutWatch(db)));
  const apiKeys = createApiKeyCache(pool);
  if (options.keepsKeys !== false) {
    apiKeys.listening();
    onWrite(apiKeys.forgetAll);
  }
  const now = options.now ?? (() => new Date());
  const afterwards = createBackground((error) => {
    throw error;
  });
  const background: Background = {
    ...afterwards,
    // In a service, the database notifies the cache of what this work changes.
    run(kind, work) {
      afterwards.run(kind, () => work().finally(apiKeys.forgetAll));
      const done = afterwards.idle().finally(() => unfinished.delete(done));
      unfinished.add(done);
    },
  };
  const onCommit = options.onCommit ?? (() => undefined);
  const jobs = createTestJobs();
  const outbox =
    options.mail &&
    startOutbox(
      // Without an interval, which would keep the process alive.
      { start: ({ everyMs: _everyMs, ...job }) => jobs.start(job) },
      // Apps share a database, so each gets a key that makes it send only its own emails.
      { db: pool, mail: options.mail, secretKey: options.secretKey ?? randomBytes(32), now, noteSent, onCommit },
    );
  const app = await buildApp({
    dashboard: options.dashboard,
    hasDevicePage: options.hasDevicePage ?? true,
    backups: "backups" in options ? options.backups : await testBackups(),
    db: pool,
    reports: options.reports === undefined ? pool : sharePool(traced(withoutWatch(options.reports))),
    apiKeys,
    secretKey: "secretKey" in options ? options.secretKey : testSecretKey,
    webhookAllowPrivate: options.webhookAllowPrivate ?? true,
    clientDocuments: options.clientDocuments ?? createClientDocuments({ allowPrivate: true, userAgent: "Stint/test" }),
    calendarReader: options.calendarReader ?? createCalendarReader({ allowPrivate: true, userAgent: "Stint/test" }),
    onCommit,
    publicUrl: options.publicUrl ?? "https://time.example.com",
    mail: outbox,
    keyShares: options.keyShares ?? usual.keyShares,
    limiters: {
      api: createRateLimiter(options.rateLimit ?? unlimited),
      session: createRateLimiter(options.sessionRateLimit ?? unlimited),
      feed: createRateLimiter(options.feedRateLimit ?? unlimited),
    },
    blog: { handle: () => false },
    metrics: createMetrics(),
    logger: options.logger,
    trustProxy: options.trustProxy ?? [],
    sharedLinkMaxDays: options.sharedLinkMaxDays ?? 400,
    hasher: options.hasher ?? createPasswordHasher(undefined, cheap),
    strangers: createStrangers(),
    background,
    openId: options.openId,
    openIdGroups: options.openIdGroups,
    version: "0.0.0-test",
    now,
    monotonicMs: options.monotonicMs ?? (() => performance.now()),
    findFault: async () => undefined,
    findFailure: () => undefined,
    isDiskFull: options.isDiskFull ?? (() => false),
    isStopping: () => false,
    tracing,
    importShares: options.importShares ?? { maxUnfinished: 1_000, maxBytes: 10_000_000_000 },
    ...(options.maxFeedEvents === undefined ? {} : { maxFeedEvents: options.maxFeedEvents }),
    createMcpServer: options.createMcpServer,
    streams: { shares: usual.streamShares, ...options.streams },
    ...(options.timeouts === undefined ? {} : { timeouts: options.timeouts }),
  });
  open.push(new WeakRef(app));
  const caller = (key: { orgId: string; userId: string; keyId: string; apiKey: string }) => toCaller(world, key);
  const world: TestApp = {
    app,
    db,
    apiKeys,
    background,
    outbox,
    anonymous: { send: (method, path, body, sendOptions) => send(app, method, path, body, sendOptions) },
    async newOrganization({ timeZone } = {}) {
      const made = await createOrganization(db, { name: "Test", ownerEmail: `${newId("user")}@example.com`, timeZone });
      return caller({ orgId: made.organizationId, userId: made.userId, keyId: made.keyId, apiKey: made.apiKey });
    },
    async newMember(of, role, scopes = allScopes) {
      const user = await insertUser(db, { id: newId("user"), email: `${newId("user")}@example.com`, name: role });
      const origin = { orgId: of.orgId, userId: null, keyId: null, requestId: null };
      await db.transaction((tx) => addMember(tx, origin, user.id, role));
      return caller(await addKey(db, of.orgId, user.id, scopes, null));
    },
    async newSession(of) {
      const origin = { orgId: of.orgId, userId: of.userId, keyId: null, requestId: null };
      const at = options.now?.() ?? new Date();
      const { row, sessionKey } = await db.transaction((tx) =>
        createSession(tx, origin, {
          userId: of.userId,
          name: "Browser",
          authenticatedAt: at.toISOString(),
          provedBy: "password",
          expiresAt: new Date(at.getTime() + 86_400_000).toISOString(),
        }),
      );
      const headers = { cookie: `${sessionCookie}=${sessionKey}`, "sec-fetch-site": "same-origin" };
      return toCaller(world, { orgId: of.orgId, userId: of.userId, keyId: row.id, apiKey: sessionKey }, headers);
    },
    newKey: async (of, scopes, expiresAt) => caller(await addKey(db, of.orgId, of.userId, scopes, expiresAt ?? null)),
  };
  return world;
}

let backups: Promise<OwnBackups | undefined> | undefined;

/**
 * Returns backups of an empty database, because backups of the shared one would take longer with each test. They start
 * only on request, and the owners in all tests are allowed to see them.
 */
const testBackups = () => (backups ??= startBackups());

async function startBackups(): Promise<OwnBackups | undefined> {
  const { db, connection } = await createDatabase({ poolSize: 2 });
  const settings = {
    BACKUP_DIR: backupDir,
    BACKUP_AT: "off",
    BACKUP_VERIFY: "off",
    BACKUP_OWNERS: "all",
    BACKUP_KEEP: "1d",
  };
  return startOwnBackups({
    jobs: createTestJobs(),
    config: loadConfig({ DATABASE_URL: "postgres://localhost/x", ...settings }),
    connection,
    db,
    dataDir: undefined,
    logger: { info: () => undefined, error: () => undefined },
    metrics: createMetrics(),
    now: () => new Date(),
  });
}

async function addKey(
  db: DatabasePool,
  orgId: string,
  userId: string,
  scopes: readonly Scope[],
  expiresAt: string | null,
) {
  const origin = { orgId, userId: null, keyId: null, requestId: null };
  const { row, apiKey } = await db.transaction((tx) =>
    createApiKey(tx, origin, { userId, name: "Test", scopes, expiresAt }),
  );
  return { orgId, userId, keyId: row.id, apiKey };
}

function toCaller(
  world: TestApp,
  key: { orgId: string; userId: string; keyId: string; apiKey: string },
  carrier: Record<string, string> = { authorization: `Bearer ${key.apiKey}` },
): Caller {
  const call = (method: string, path: string, body?: unknown, options?: RequestOptions) =>
    send(world.app, method, path, body, { ...options, headers: { ...carrier, ...options?.headers } });
  return {
    isSession: "cookie" in carrier,
    world,
    ...key,
    send: call,
    get: (path, headers = {}) => call("GET", path, undefined, { headers }),
    post: (path, body, headers = {}) => call("POST", path, body, { headers }),
    patch: (path, body, headers = {}) => call("PATCH", path, body, { headers }),
    delete: (path, headers = {}) => call("DELETE", path, undefined, { headers }),
  };
}

beforeEnd(async () => {
  await Promise.all(unfinished);
  await Promise.all(open.map(async (app) => app.deref()?.close()));
  await (await backups)?.stop();
  await rm(backupDir, { recursive: true, force: true });
});

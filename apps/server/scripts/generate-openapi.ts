// Writes apps/server/openapi.json from the routes. With --check, only reports whether the committed file is current.
import { createClientDocuments } from "#identity/oauth/client-document.ts";
import { createApiKeyCache } from "#identity/api-keys/api-key-cache.ts";
import { createPasswordHasher } from "#identity/passwords/hash-password.ts";
import { createStrangers } from "#identity/throttle/strangers.ts";
import { createBackground } from "#platform/concurrency/background.ts";
import { loadConfig } from "#platform/config/config.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { createMetrics } from "#platform/http/server/metrics.ts";
import { createRateLimiter } from "#platform/rate-limit/rate-limiter.ts";
import { createCalendarReader } from "#tracking/exchange/subscribed-calendars/calendar-reader.ts";
import { buildApp } from "#src/app.ts";
import { version } from "#src/version.ts";
import { writeGenerated } from "./write-generated.ts";

const rateLimit = { perMinute: 120, burst: 20 };
const refuse = () => Promise.reject(new Error("the document is made without a database"));
const db: DatabasePool = {
  query: refuse,
  stream: () => {
    throw new Error("the document is made without a database");
  },
  snapshot: refuse,
  transaction: refuse,
  size: 0,
  usage: () => ({ open: 0, busy: 0, waiting: 0 }),
  resolveCommitMs: 0,
  connect: refuse,
  end: async () => undefined,
};

const config = loadConfig({});
const app = await buildApp({
  dashboard: undefined,
  hasDevicePage: false,
  backups: undefined,
  db,
  reports: db,
  apiKeys: createApiKeyCache(db),
  secretKey: undefined,
  webhookAllowPrivate: false,
  clientDocuments: createClientDocuments({ allowPrivate: false, userAgent: "Stint" }),
  calendarReader: createCalendarReader({ allowPrivate: false, userAgent: "Stint" }),
  sharedLinkMaxDays: config.sharedLinkMaxDays,
  publicUrl: "http://127.0.0.1:3000",
  mail: undefined,
  keyShares: config.keyShares,
  streams: { shares: config.streamShares },
  importShares: config.imports,
  limiters: {
    api: createRateLimiter(rateLimit),
    session: createRateLimiter(rateLimit),
    feed: createRateLimiter(rateLimit),
  },
  blog: { handle: () => false },
  onCommit: () => undefined,
  metrics: createMetrics(),
  logger: undefined,
  version,
  now: () => new Date(),
  trustProxy: [],
  hasher: createPasswordHasher(),
  strangers: createStrangers(),
  background: createBackground(() => undefined),
  openId: undefined,
  openIdGroups: undefined,
  monotonicMs: () => performance.now(),
  isStopping: () => false,
  isDiskFull: () => false,
  findFailure: () => undefined,
  findFault: refuse,
});
await writeGenerated("apps/server/openapi.json", `${JSON.stringify(await app.describeApi(), null, 2)}\n`);
await app.close();

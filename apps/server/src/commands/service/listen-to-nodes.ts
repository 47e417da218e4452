import type { Logger } from "pino";
import type { Blog } from "#blog/blog.ts";
import { blogChannel } from "#blog/content/queries.ts";
import type { ApiKeyCache } from "#identity/api-keys/api-key-cache.ts";
import { listen } from "#platform/database/connection/listen.ts";
import { listenerName } from "#platform/database/connection/listener-name.ts";
import type { ConnectionConfig } from "#platform/database/connection/session-client.ts";
import type { Metrics } from "#platform/http/server/metrics.ts";
import { eventsChannel } from "#tracking/exchange/webhooks/delivery/sender.ts";

interface Deps {
  connection: ConnectionConfig;
  apiKeys: ApiKeyCache;
  blog: Blog;
  logger: Logger;
  metrics: Metrics;
  monotonicMs: () => number;
  /** Called when any node has committed events. */
  onEvents: () => void;
}

/** Listens for notifications from other nodes about changed keys, a changed blog and new events. */
export async function listenToNodes({ connection, apiKeys, blog, logger, metrics, monotonicMs, onEvents }: Deps) {
  const reloadBlog = () =>
    void blog.reload().catch((error: unknown) => logger.error({ err: error }, "the blog could not be read; retrying"));
  let downSince: number | undefined = monotonicMs();
  const listener = await listen({
    connection,
    applicationName: listenerName(),
    channels: ["api_keys", blogChannel, eventsChannel],
    onNotify(channel, payload) {
      if (channel === eventsChannel) onEvents();
      else if (channel === blogChannel) reloadBlog();
      else apiKeys.forget(payload);
    },
    onUp() {
      downSince = undefined;
      apiKeys.listening();
      reloadBlog();
    },
    onDown() {
      downSince = monotonicMs();
      apiKeys.deaf();
      logger.warn("the listening connection is lost; keys are looked up in the database until it is back");
    },
  });
  metrics.gauge("stint_listening", "1 while this node is notified of other nodes' changes.", () =>
    listener.isUp() ? 1 : 0,
  );
  return { stop: listener.stop, downSince: () => downSince };
}

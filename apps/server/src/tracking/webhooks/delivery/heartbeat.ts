import type { Database } from "#platform/database/database.ts";
import { noteAlive } from "./queries.ts";

export interface HeartbeatOptions {
  db: Database;
  nodeId: string;
  beatMs: number;
  /** A node not seen for this long is considered gone. */
  silentMs: number;
  /** Called when a node is newly gone. */
  onGone: () => void;
  onError: (error: unknown) => void;
  monotonicMs?: () => number;
}

export interface Heartbeat {
  /** Whether the other nodes consider this one alive. Otherwise it may start no attempt. */
  isFresh(): boolean;
  /** The nodes whose claims may be taken over. */
  gone(): readonly string[];
  beat(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Records regularly that this node is alive, and reads which nodes are not. While the database is down, every node
 * falls silent. So a node judges the others only after `silentMs` of contact of its own: by then each living node has
 * been seen again.
 */
export function startHeartbeat(options: HeartbeatOptions): Heartbeat {
  const { db, nodeId, beatMs, silentMs, onGone, onError, monotonicMs = () => performance.now() } = options;
  let seenAt = Number.NEGATIVE_INFINITY;
  let steadySince = 0;
  let gone: readonly string[] = [];
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;

  async function beat(): Promise<void> {
    const startedAt = monotonicMs();
    const silent = await noteAlive(db, nodeId, silentMs);
    if (startedAt - seenAt >= silentMs) steadySince = startedAt;
    seenAt = startedAt;
    const known = gone;
    gone = startedAt - steadySince >= silentMs ? silent : [];
    if (gone.some((id) => !known.includes(id))) onGone();
  }

  async function run(): Promise<void> {
    await beat().catch(onError);
    if (!isStopping) timer = setTimeout(() => void (running = run()), beatMs);
  }

  let running = run();
  return {
    isFresh: () => monotonicMs() - seenAt < silentMs,
    gone: () => gone,
    // Two beats at a time could end in the other order and take the older answer for the newer one.
    beat: () => (running = running.then(beat)),
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      await running;
    },
  };
}

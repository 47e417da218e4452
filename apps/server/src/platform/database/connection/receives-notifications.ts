import { randomUUID } from "node:crypto";
import type pg from "pg";

/**
 * Whether a NOTIFY from one session reaches another, idle session. Behind a transaction pooler it never does, because
 * an idle client has no session.
 */
export async function receivesNotifications(
  listening: pg.Client,
  notifying: pg.Client,
  channel: string,
  withinMs: number,
): Promise<boolean> {
  const { promise: heard, resolve } = Promise.withResolvers<boolean>();
  const token = randomUUID();
  const hear = (notice: pg.Notification) => {
    if (notice.channel === channel && notice.payload === token) resolve(true);
  };
  const timer = setTimeout(resolve, withinMs, false);
  listening.on("notification", hear);
  try {
    await notifying.query("select pg_notify($1, $2)", [channel, token]);
    return await heard;
  } finally {
    listening.off("notification", hear);
    clearTimeout(timer);
  }
}

import pg from "pg";

/**
 * Returns how often the process waits for the database during `work`: the number of statements that were sent after a
 * reply to an earlier one. Pipelined statements that wait for no reply count once.
 */
export async function countRoundTrips(work: () => Promise<unknown>): Promise<number> {
  const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const { query } = prototype;
  /** The clients that have received no reply since they sent their last statement. */
  const waiting = new Set<unknown>();
  let trips = 0;
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    if (!waiting.has(this) || !this.pipeline) trips++;
    waiting.add(this);
    const done = () => void waiting.delete(this);
    const last = args.at(-1);
    if (typeof last === "function") {
      const callback = last as (...results: unknown[]) => unknown;
      args[args.length - 1] = (...results: unknown[]) => {
        done();
        return callback(...results);
      };
      return query.apply(this, args);
    }
    const sent = query.apply(this, args) as Promise<unknown>;
    sent.then(done, done);
    return sent;
  };
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  return trips;
}

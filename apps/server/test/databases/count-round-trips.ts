import pg from "pg";

/** Returns how often the process waits for the database during `work`. Pipelined statements count once. */
export async function countRoundTrips(work: () => Promise<unknown>): Promise<number> {
  const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const { query } = prototype;
  const underWay = new Map<unknown, number>();
  let trips = 0;
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const before = underWay.get(this) ?? 0;
    if (before === 0 || !this.pipeline) trips++;
    underWay.set(this, before + 1);
    const done = () => void underWay.set(this, (underWay.get(this) ?? 1) - 1);
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

import type { DatabasePool } from "#platform/database/database.ts";

const unwatched = new WeakMap<DatabasePool, DatabasePool>();
// Weak references, because listeners belong to apps, which are large.
const listeners = new Set<WeakRef<() => void>>();

/** Calls the listener, while it is referenced, after every write that a test makes by SQL in any database. */
export function onWrite(listener: () => void): void {
  listeners.add(new WeakRef(listener));
}

function tell(): void {
  for (const reference of listeners) {
    const listener = reference.deref();
    if (listener === undefined) listeners.delete(reference);
    else listener();
  }
}

/** Returns the pool of a watched pool, for an app, which knows itself what it writes. */
export const withoutWatch = (db: DatabasePool): DatabasePool => unwatched.get(db) ?? db;

/** Returns a pool for a test's own statements, whose writes are reported to the listeners. */
export function watchWrites(pool: DatabasePool): DatabasePool {
  const watched: DatabasePool = {
    ...pool,
    async query(statement, options) {
      try {
        return await pool.query(statement, options);
      } finally {
        if (!/^\s*(select|explain|show)\b/i.test(statement.text)) tell();
      }
    },
    transaction: (run) => pool.transaction(run).finally(tell),
    async connect() {
      const client = await pool.connect();
      const release = client.release.bind(client);
      client.release = (error) => {
        tell();
        release(error);
      };
      return client;
    },
  };
  unwatched.set(watched, pool);
  return watched;
}

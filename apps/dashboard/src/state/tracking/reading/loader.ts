import { isUnreachable } from "#api/connection/is-unreachable.ts";
import type { StreamPosition } from "#api/connection/event-stream.ts";
import { begunOf } from "#time/begun.ts";
import { startMs } from "#time/start-ms.ts";
import type { EntryFilter } from "./entry-reader.ts";
import { hasNewest, missingParts, type Range } from "./ranges.ts";
import type { Saver } from "#state/tracking/sending/saver.ts";
import type { ServerState } from "#state/tracking/server-state.ts";
import type { ViewStore } from "#state/tracking/view-store.ts";

interface Deps {
  server: ServerState;
  view: ViewStore;
  saver: Saver;
  now: () => number;
  /** Resumes sending. */
  send: () => Promise<void>;
}

/** With this many entries, one can usually be continued, even if the last few belong to archived projects. */
const newestLimit = 50;

/** Loads the server state from the device and the server, and shows and stores what it reads. */
export function createLoader({ server, view, saver, now, send }: Deps) {
  let restoring: Promise<void> | undefined;
  let refreshing: Promise<boolean> | undefined;

  /** Shows the data stored on the device, with the unsent writes of closed pages. */
  function restore(): Promise<void> {
    return (restoring ??= server.delayEvents(async () => {
      const [isReady] = await Promise.all([server.restore(), saver.adopt(view.update)]);
      view.setReady(isReady);
      view.update();
    }));
  }

  /** Runs work that needs the server; returns whether the server was reachable. */
  async function reach(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      view.setOnline(true);
      return true;
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      view.setOnline(false);
      return false;
    } finally {
      view.update();
    }
  }

  return {
    restore,

    /**
     * Reads the changes since the last read; returns false if the server is unreachable. Concurrent calls share one
     * read.
     */
    async refresh(position?: StreamPosition): Promise<boolean> {
      refreshing ??= reach(async () => {
        await restore();
        await server.delayEvents(() => server.refresh(position));
        view.setReady(true);
      })
        .finally(() => (refreshing = undefined))
        .then(async (isReached) => {
          await saver.adopt(view.update);
          if (isReached) void send();
          await saver.saveServerState();
          return isReached;
        });
      return refreshing;
    },

    /** Reads the entries starting in `range` that aren't loaded yet. */
    async load(range: Range): Promise<void> {
      await restore();
      for (const part of missingParts(server.getLoaded(), range)) {
        await reach(() => server.readPart(part));
      }
      await saver.saveServerState();
    },

    /** Reads about `limit` older entries; returns false if there are none left. */
    async loadOlder(limit = 200): Promise<boolean> {
      let isMore = true;
      await reach(async () => void (isMore = await server.readOlder(limit)));
      await saver.saveServerState();
      return isMore;
    },

    /** Reads until the newest entry that has begun is loaded. */
    async loadNewest(): Promise<void> {
      await restore();
      const isHere = () => {
        const { entries, loaded } = view.get();
        const [newest] = begunOf(entries, now());
        return hasNewest(loaded, newest && startMs(newest), now());
      };
      while (!isHere()) if (!(await reach(async () => void (await server.readNewest(newestLimit))))) return;
      await saver.saveServerState();
    },

    /**
     * Reads a page of the entries that match a filter, newest first, and keeps them outside the loaded ranges.
     * Afterwards, all matching entries that start at or after the returned `from` are loaded.
     */
    async find(filter: EntryFilter, cursor?: string): Promise<{ from: number; nextCursor: string | null }> {
      const found = await server.find(filter, cursor);
      view.update();
      return found;
    },
  };
}

import type { Build } from "./read-build.ts";

/** The dashboard of one node, available once it is built. */
export interface Dashboard {
  /**
   * Returns the build or the reason why there is none. Waits for an existing build to be read, but not for a new build
   * to finish.
   */
  find(): Promise<Build | "building" | "failed">;
  /** Starts loading the build of the current sources, and builds them first if necessary. */
  start(): void;
  stop(): Promise<void>;
}

interface Deps {
  folder: string;
  onFailure: (error: unknown) => void;
}

export function createDashboard({ folder, onFailure }: Deps): Dashboard {
  const known = Promise.withResolvers<void>();
  const end = new AbortController();
  let found: Build | "building" | "failed" = "building";
  let working = Promise.resolve();

  async function open(): Promise<void> {
    // Loaded on demand, so it does not delay the start of the service.
    const [{ buildDashboard, findBuild }, { readBuild }] = await Promise.all([
      import("./build-dashboard.ts"),
      import("./read-build.ts"),
    ]);
    const { path, isBuilt } = await findBuild(folder);
    if (!isBuilt) known.resolve();
    found = await readBuild(isBuilt ? path : await buildDashboard(folder, end.signal));
  }

  return {
    async find() {
      await known.promise;
      return found;
    },
    start() {
      working = open()
        .catch((error: unknown) => {
          found = "failed";
          if (!end.signal.aborted) onFailure(error);
        })
        .finally(known.resolve);
    },
    async stop() {
      end.abort();
      await working;
      known.resolve();
    },
  };
}

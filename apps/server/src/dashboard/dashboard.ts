import type { Build } from "./read-build.ts";

interface Deps {
  folder: string;
  onFailure: (error: unknown) => void;
}

/** The dashboard of one node, available once it is built. */
export type Dashboard = ReturnType<typeof createDashboard>;

export function createDashboard({ folder, onFailure }: Deps) {
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
    /**
     * Returns the build or the reason why there is none. Waits for an existing build to be read, but not for a new
     * build to finish.
     */
    async find(): Promise<Build | "building" | "failed"> {
      await known.promise;
      return found;
    },
    /** Starts loading the build of the current sources, and builds them first if necessary. */
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

import type { Build } from "./read-build.ts";

/** The dashboard of one node, which is there when its build is. */
export interface Dashboard {
  /** Waits until it is known whether there is a build, but for none to be made. */
  find(): Promise<Build | "building" | "failed">;
  /** Looks for the build of the sources and makes it where there is none. */
  start(): void;
  /** Ends a build that is under way. */
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
    // Loaded only now: nothing of it delays the start of the service.
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

import { useCallback } from "react";
import { queryClient } from "#api/queries.ts";
import { useUndoable } from "#api/undo.tsx";

interface Change<Done> {
  /** The text of the toast: "Project archived". */
  label: string;
  /** The first words of the keys of the queries that are read anew. */
  queries: readonly string[];
  run: () => Promise<Done>;
  takeBack: (done: Done) => Promise<unknown>;
}

/** Does a change at the server, reads anew what it may have changed, and offers to take it back. */
export function useChange() {
  const { did } = useUndoable();
  return useCallback(
    async <Done>({ label, queries, run, takeBack }: Change<Done>): Promise<Done> => {
      const readAnew = () => Promise.all(queries.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
      const done = await run();
      const reading = readAnew();
      did(label, async () => {
        try {
          await takeBack(done);
        } finally {
          await readAnew();
        }
      });
      await reading;
      return done;
    },
    [did],
  );
}

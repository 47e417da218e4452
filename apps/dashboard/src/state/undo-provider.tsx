import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type Done, type Undo, type Undoable, UndoableContext, UndoContext } from "./undo.ts";
import { useTracked, useTracking } from "./use-tracking.ts";

let count = 0;

export function UndoProvider({ children }: { children: ReactNode }) {
  const tracking = useTracking();
  const [history, setHistory] = useState<readonly Done[]>([]);
  const latest = useRef(history);
  const applying = useRef(new Set<Promise<unknown>>());
  const [undone, setUndone] = useState<string>();
  const [failure, setFailure] = useState<Undo["failure"]>();
  const reverting = useRef(Promise.resolve());
  const keep = useCallback((next: readonly Done[]) => {
    latest.current = next;
    setHistory(next);
  }, []);
  const queue = useTracked((view) => view.queue);
  useEffect(() => {
    // Refused writes were never applied, so they can't be undone.
    const refused = new Set(queue.filter(({ status }) => status === "failed").map(({ write }) => write));
    const isRefused = ({ writes }: Done) => writes.length > 0 && writes.every((write) => refused.has(write));
    if (latest.current.some(isRefused)) keep(latest.current.filter((done) => !isRefused(done)));
  }, [queue, keep]);
  const undoable = useMemo<Undoable>(
    () => ({
      run(write, label, revert, other) {
        const writes = "kind" in write ? [write] : write;
        const undoing = writes.map((each) => tracking.write(each));
        const done = { id: ++count, label, undo: undoing.toReversed().flat(), writes, revert, other };
        setUndone(undefined);
        keep([...latest.current, done]);
      },
      fail: (error) => setFailure({ error, isUndo: false }),
      did(label, revert) {
        setUndone(undefined);
        setFailure(undefined);
        keep([...latest.current, { id: ++count, label, undo: [], writes: [], revert }]);
      },
      async apply(change) {
        const result = change();
        applying.current.add(result);
        return result.finally(() => applying.current.delete(result));
      },
    }),
    [tracking, keep],
  );
  const undoNow = useCallback(
    (done = latest.current.at(-1)) => {
      if (done === undefined) return;
      setFailure(undefined);
      setUndone(done.label);
      for (const write of done.undo) tracking.write(write);
      // In sequence, because undoing an earlier change to the same object needs the result of undoing the later one.
      reverting.current = reverting.current
        .then(async () => void (await done.revert?.()))
        .catch((error: unknown) => {
          setUndone(undefined);
          setFailure({ error, isUndo: true });
        });
      keep(latest.current.filter(({ id }) => id !== done.id));
    },
    [tracking, keep],
  );
  const undo = useMemo<Undo>(
    () => ({
      history,
      undone,
      failure,
      dismiss: () => setFailure(undefined),
      undo(chosen) {
        if (chosen !== undefined || applying.current.size === 0) undoNow(chosen);
        else
          void Promise.all(applying.current).then(
            () => undoNow(),
            () => {},
          );
      },
    }),
    [history, undone, failure, undoNow],
  );
  return (
    <UndoableContext value={undoable}>
      <UndoContext value={undo}>{children}</UndoContext>
    </UndoableContext>
  );
}

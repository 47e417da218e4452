import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import type { Write } from "@stint/offline/write.ts";
import { useTracked, useTracking } from "./use-tracking.tsx";

export interface Done {
  id: number;
  /** The toast's text, such as "Entry deleted". */
  label: string;
  undo: readonly Write[];
  /** The writes of the action. Empty if the action was applied directly on the server. */
  writes: readonly Write[];
  /**
   * Undoes an action without queued writes: copying rows into the timesheet, or a change that was applied directly on the
   * server.
   */
  revert: Revert | undefined;
}

type Revert = () => void | Promise<unknown>;

interface Undoable {
  /** Runs one or more writes as one step. The toast shows `label` and offers to undo the step. */
  run: (write: Write | readonly Write[], label: string, revert?: Revert) => void;
  /** Shows the toast for a change that was already applied on the server. `revert` undoes the change there. */
  did: (label: string, revert: Revert) => void;
  /**
   * Runs a change that calls `did` once the server has applied it. Undoing the last action meanwhile waits for the
   * change and undoes it instead of an earlier one. If the change fails, nothing is undone.
   */
  apply: <Result>(change: () => Promise<Result>) => Promise<Result>;
  /** Shows the error of a menu action in the toast, because a menu can't show errors. */
  fail: (error: unknown) => void;
}

interface Undo {
  /** Undoes the given action, or else the last one. */
  undo: (done?: Done) => void;
  /** The label of the action that was undone last. Undefined as soon as another action runs. */
  undone: string | undefined;
  dismiss: () => void;
  /** The actions that can still be undone, oldest first. */
  history: readonly Done[];
  /** The error of the last action or undo. */
  failure: { error: unknown; isUndo: boolean } | undefined;
}

// A separate context, so that a write re-renders only the toast instead of every component that writes.
const UndoableContext = createContext<Undoable | undefined>(undefined);
const UndoContext = createContext<Undo | undefined>(undefined);
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
      run(write, label, revert) {
        const writes = "kind" in write ? [write] : write;
        const undoing = writes.map((each) => tracking.write(each));
        const done = { id: ++count, label, undo: undoing.toReversed().flat(), writes, revert };
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

export function useUndoable(): Undoable {
  const undoable = useContext(UndoableContext);
  if (undoable === undefined) throw new Error("useUndoable needs an UndoProvider above it.");
  return undoable;
}

export function useUndo(): Undo {
  const undo = useContext(UndoContext);
  if (undo === undefined) throw new Error("useUndo needs an UndoProvider above it.");
  return undo;
}

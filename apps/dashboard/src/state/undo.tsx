import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import type { Write } from "./tracking/write.ts";
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
  const [undone, setUndone] = useState<string>();
  const [failure, setFailure] = useState<Undo["failure"]>();
  const reverting = useRef(Promise.resolve());
  const queue = useTracked((view) => view.queue);
  useEffect(() => {
    // Refused writes were never applied, so they can't be undone.
    const refused = new Set(queue.filter(({ status }) => status === "failed").map(({ write }) => write));
    const isRefused = ({ writes }: Done) => writes.length > 0 && writes.every((write) => refused.has(write));
    setHistory((before) => (before.some(isRefused) ? before.filter((done) => !isRefused(done)) : before));
  }, [queue]);
  const undoable = useMemo<Undoable>(
    () => ({
      run(write, label, revert) {
        const writes = "kind" in write ? [write] : write;
        const undoing = writes.map((each) => tracking.write(each));
        const done = { id: ++count, label, undo: undoing.toReversed().flat(), writes, revert };
        setUndone(undefined);
        setHistory((before) => [...before, done]);
      },
      fail: (error) => setFailure({ error, isUndo: false }),
      did(label, revert) {
        setUndone(undefined);
        setFailure(undefined);
        setHistory((before) => [...before, { id: ++count, label, undo: [], writes: [], revert }]);
      },
    }),
    [tracking],
  );
  const undo = useMemo<Undo>(
    () => ({
      history,
      undone,
      failure,
      dismiss: () => setFailure(undefined),
      undo(done = history.at(-1)) {
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
        setHistory((before) => before.filter(({ id }) => id !== done.id));
      },
    }),
    [tracking, history, undone, failure],
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

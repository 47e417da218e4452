import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import type { Write } from "./tracking/write.ts";
import { useTracking } from "./use-tracking.tsx";

/** Something that was done, and how it is taken back. */
export interface Done {
  id: number;
  /** The text of the toast: "Entry deleted". */
  label: string;
  undo: readonly Write[];
  /** Takes back what is no write: an empty row of the timesheet, or a change that the server has made already. */
  takeBack: TakeBack | undefined;
}

type TakeBack = () => void | Promise<unknown>;

interface Undoable {
  /** Does a write, or several that belong together; the toast says `label` and offers to take it back. */
  run: (write: Write | readonly Write[], label: string, takeBack?: TakeBack) => void;
  /** The toast of a change that the server has made already, and that `takeBack` takes back there. */
  did: (label: string, takeBack: TakeBack) => void;
  /** Tells in the toast that a change of a menu, which has no place for it, failed. */
  fail: (error: unknown) => void;
}

interface Undo {
  /** Takes back what was done last, or what is given. */
  undo: (done?: Done) => void;
  /** The label of what was taken back last, until something else is done. */
  undone: string | undefined;
  /** Hides the failure. */
  dismiss: () => void;
  /** Oldest first; what the person can still take back. */
  history: readonly Done[];
  /** Why the last one failed, or could not be taken back. */
  failure: { error: unknown; isUndo: boolean } | undefined;
}

// Apart, so that a write draws only the toast anew and not everything that can write.
const UndoableContext = createContext<Undoable | undefined>(undefined);
const UndoContext = createContext<Undo | undefined>(undefined);
let count = 0;

export function UndoProvider({ children }: { children: ReactNode }) {
  const tracking = useTracking();
  const [history, setHistory] = useState<readonly Done[]>([]);
  const [undone, setUndone] = useState<string>();
  const [failure, setFailure] = useState<Undo["failure"]>();
  const undoable = useMemo<Undoable>(
    () => ({
      run(write, label, takeBack) {
        const writes = "kind" in write ? [write] : write;
        const undoing = writes.map((each) => tracking.write(each));
        const done = { id: ++count, label, undo: undoing.toReversed().flat(), takeBack };
        setUndone(undefined);
        setHistory((before) => [...before, done]);
      },
      fail: (error) => setFailure({ error, isUndo: false }),
      did(label, takeBack) {
        setUndone(undefined);
        setFailure(undefined);
        setHistory((before) => [...before, { id: ++count, label, undo: [], takeBack }]);
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
        Promise.resolve(done.takeBack?.()).catch((error: unknown) => {
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

/** Does what can be taken back. */
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

import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import type { Write } from "./tracking/write.ts";
import { useTracking } from "./use-tracking.tsx";

/** Something that was done, and how it is taken back. */
export interface Done {
  id: number;
  /** The text of the toast: "Entry deleted". */
  label: string;
  undo: readonly Write[];
  /** Takes back what belongs to it and is no write, such as an empty row of the timesheet. */
  takeBack: (() => void) | undefined;
}

interface Undo {
  /** Does a write, or several that belong together; the toast says `label` and offers to take it back. */
  run: (write: Write | readonly Write[], label: string, takeBack?: () => void) => void;
  /** Takes back what was done last, or what is given. */
  undo: (done?: Done) => void;
  /** Oldest first; what the person can still take back. */
  history: readonly Done[];
}

const UndoContext = createContext<Undo | undefined>(undefined);
let count = 0;

export function UndoProvider({ children }: { children: ReactNode }) {
  const tracking = useTracking();
  const [history, setHistory] = useState<readonly Done[]>([]);
  const undo = useMemo<Undo>(
    () => ({
      history,
      run(write, label, takeBack) {
        const writes = "kind" in write ? [write] : write;
        const undoing = writes.map((each) => tracking.write(each));
        const done = { id: ++count, label, undo: undoing.toReversed().flat(), takeBack };
        setHistory((before) => [...before, done]);
      },
      undo(done = history.at(-1)) {
        if (done === undefined) return;
        for (const write of done.undo) tracking.write(write);
        done.takeBack?.();
        setHistory((before) => before.filter(({ id }) => id !== done.id));
      },
    }),
    [tracking, history],
  );
  return <UndoContext value={undo}>{children}</UndoContext>;
}

export function useUndo(): Undo {
  const undo = useContext(UndoContext);
  if (undo === undefined) throw new Error("useUndo needs an UndoProvider above it.");
  return undo;
}

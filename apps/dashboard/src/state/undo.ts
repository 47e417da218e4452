import { createContext, useContext, useSyncExternalStore } from "react";
import type { Write } from "@stint/offline/write.ts";
import type { UndoStore } from "./undo-store.ts";

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
  /** A second action in the toast, next to Undo. */
  other?: Other | undefined;
}

interface Other {
  label: string;
  run: () => void;
}

type Revert = () => void | Promise<unknown>;

export interface Undoable {
  /** Runs one or more writes as one step. The toast shows `label` and offers to undo the step. */
  run: (write: Write | readonly Write[], label: string, revert?: Revert, other?: Other) => void;
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

export interface Undo {
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

export const UndoContext = createContext<UndoStore | undefined>(undefined);

function useUndoStore(): UndoStore {
  const store = useContext(UndoContext);
  if (store === undefined) throw new Error("Undoing needs an UndoProvider above it.");
  return store;
}

/** Doesn't re-render the component, so a write re-renders only the toast instead of every component that writes. */
export function useUndoable(): Undoable {
  return useUndoStore().undoable;
}

export function useUndo(): Undo {
  const { subscribe, get, undo, dismiss } = useUndoStore();
  return { ...useSyncExternalStore(subscribe, get), undo, dismiss };
}

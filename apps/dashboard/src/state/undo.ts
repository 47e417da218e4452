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

export interface Other {
  label: string;
  run: () => void;
}

export type Revert = () => void | Promise<unknown>;

export interface UndoState {
  /** The actions that can still be undone, oldest first. */
  history: readonly Done[];
  /** The label of the action that was undone last. Undefined as soon as another action runs. */
  undone: string | undefined;
  /** Whether the server is applying a change. */
  isApplying: boolean;
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
export function useUndoable() {
  return useUndoStore().undoable;
}

export function useUndo() {
  const { state, undo, dismiss } = useUndoStore();
  return { ...useSyncExternalStore(state.subscribe, state.get), undo, dismiss };
}

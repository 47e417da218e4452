import type { Write } from "@stint/offline/write.ts";
import type { Queued } from "#state/tracking/sending/write.ts";
import type { Tracking } from "#state/tracking/tracking.ts";
import { createObserved } from "#api/connection/observed.ts";
import type { Done, Other, Revert, UndoState } from "./undo.ts";

export type UndoStore = ReturnType<typeof createUndoStore>;

/** The actions that can still be undone. */
export function createUndoStore(tracking: Pick<Tracking, "write">) {
  const state = createObserved<UndoState>({ history: [], undone: undefined, isApplying: false, failure: undefined });
  let count = 0;
  const applying = new Set<Promise<unknown>>();
  let reverting = Promise.resolve();

  const set = (changed: Partial<UndoState>) => state.set({ ...state.get(), ...changed });

  function add(done: Omit<Done, "id">): void {
    set({ undone: undefined, history: [...state.get().history, { id: ++count, ...done }] });
  }

  function undo(chosen?: Done): void {
    if (chosen === undefined && applying.size > 0) return void Promise.all(applying).then(() => undo(), noop);
    const { history } = state.get();
    const done = chosen ?? history.at(-1);
    if (done === undefined) return;
    set({ failure: undefined, undone: done.label, history: history.filter(({ id }) => id !== done.id) });
    for (const write of done.undo) tracking.write(write);
    // In sequence, because undoing an earlier change to the same object needs the result of undoing the later one.
    reverting = reverting
      .then(async () => void (await done.revert?.()))
      .catch((error: unknown) => set({ undone: undefined, failure: { error, isUndo: true } }));
  }

  const undoable = {
    /** Runs one or more writes as one step. The toast shows `label` and offers to undo the step. */
    run(write: Write | readonly Write[], label: string, revert?: Revert, other?: Other): void {
      const writes = "kind" in write ? [write] : write;
      const undoing = writes.map((each) => tracking.write(each));
      add({ label, undo: undoing.toReversed().flat(), writes, revert, other });
    },
    /** Shows the toast for a change that was already applied on the server. `revert` undoes the change there. */
    did(label: string, revert: Revert): void {
      set({ failure: undefined });
      add({ label, undo: [], writes: [], revert });
    },
    /** Runs a change that calls `did` once it is applied. Undoing waits for it; if it fails, nothing is undone. */
    async apply<Result>(change: () => Promise<Result>): Promise<Result> {
      const result = change();
      applying.add(result);
      set({ isApplying: true });
      return result.finally(() => {
        applying.delete(result);
        set({ isApplying: applying.size > 0 });
      });
    },
    /** Shows the error of a menu action in the toast, because a menu can't show errors. */
    fail: (error: unknown) => set({ failure: { error, isUndo: false } }),
  };

  return {
    undoable,
    state,
    dismiss: () => set({ failure: undefined }),
    undo,
    /** Forgets the actions that were refused: they were never applied, so they can't be undone. */
    dropRefused(queue: readonly Queued[]): void {
      const history = withoutRefused(state.get().history, queue);
      if (history.length < state.get().history.length) set({ history });
    },
  };
}

const noop = () => {};

function withoutRefused(history: readonly Done[], queue: readonly Queued[]): readonly Done[] {
  const refused = new Set(queue.filter(({ status }) => status === "failed").map(({ write }) => write));
  return history.filter(({ writes }) => writes.length === 0 || !writes.every((write) => refused.has(write)));
}

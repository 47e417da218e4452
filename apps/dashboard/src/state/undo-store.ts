import type { Write } from "@stint/offline/write.ts";
import type { Queued } from "#state/tracking/sending/write.ts";
import type { Tracking } from "#state/tracking/tracking.ts";
import { createObserved } from "./observed.ts";
import type { Done, Undo, Undoable } from "./undo.ts";

type State = Pick<Undo, "history" | "undone" | "failure">;

export type UndoStore = ReturnType<typeof createUndoStore>;

/** The actions that can still be undone. */
export function createUndoStore(tracking: Pick<Tracking, "write">) {
  const state = createObserved<State>({ history: [], undone: undefined, failure: undefined });
  let count = 0;
  const applying = new Set<Promise<unknown>>();
  let reverting = Promise.resolve();

  const set = (changed: Partial<State>) => state.set({ ...state.get(), ...changed });

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

  const undoable: Undoable = {
    run(write, label, revert, other) {
      const writes = "kind" in write ? [write] : write;
      const undoing = writes.map((each) => tracking.write(each));
      add({ label, undo: undoing.toReversed().flat(), writes, revert, other });
    },
    did(label, revert) {
      set({ failure: undefined });
      add({ label, undo: [], writes: [], revert });
    },
    async apply(change) {
      const result = change();
      applying.add(result);
      return result.finally(() => applying.delete(result));
    },
    fail: (error) => set({ failure: { error, isUndo: false } }),
  };

  return {
    undoable,
    get: state.get,
    subscribe: state.subscribe,
    dismiss: () => set({ failure: undefined }),
    undo,
    /** Forgets the actions that were refused: they were never applied, so they can't be undone. */
    dropRefused(queue: readonly Queued[]): void {
      const refused = new Set(queue.filter(({ status }) => status === "failed").map(({ write }) => write));
      const history = state.get().history.filter((done) => !isRefused(done, refused));
      if (history.length < state.get().history.length) set({ history });
    },
  };
}

const noop = () => {};

function isRefused({ writes }: Done, refused: ReadonlySet<Write>): boolean {
  return writes.length > 0 && writes.every((write) => refused.has(write));
}

import { type ReactNode, useEffect, useState } from "react";
import { UndoContext } from "./undo.ts";
import { createUndoStore } from "./undo-store.ts";
import { useTracked, useTracking } from "./use-tracking.ts";

export function UndoProvider({ children }: { children: ReactNode }) {
  const tracking = useTracking();
  const [store] = useState(() => createUndoStore(tracking));
  const queue = useTracked((view) => view.queue);
  useEffect(() => store.dropRefused(queue), [store, queue]);
  return <UndoContext value={store}>{children}</UndoContext>;
}

import { type ReactNode, useEffect, useState } from "react";
import { UndoContext } from "#state/undo.ts";
import { createUndoStore } from "#state/undo-store.ts";
import { useTracked, useTracking } from "#state/use-tracking.ts";

export function UndoProvider({ children }: { children: ReactNode }) {
  const tracking = useTracking();
  const [store] = useState(() => createUndoStore(tracking));
  const queue = useTracked((view) => view.queue);
  useEffect(() => store.dropRefused(queue), [store, queue]);
  return <UndoContext value={store}>{children}</UndoContext>;
}

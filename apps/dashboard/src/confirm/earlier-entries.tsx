import { lazy, Suspense } from "react";
import type { EarlierProps } from "./past-entries.tsx";

const Later = lazy(() => import("./past-entries.tsx").then((m) => ({ default: m.EarlierEntries })));

/** Loads when it is shown, because it is rarely needed. */
export function EarlierEntries(props: EarlierProps) {
  return (
    <Suspense>
      <Later {...props} />
    </Suspense>
  );
}

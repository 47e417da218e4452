import { lazy } from "react";
import { useNote } from "#state/drafts/use-note.ts";
import { Part } from "#ui/dialog/part.tsx";
import type { Waiting } from "./use-waiting.ts";
import { WaitingRoom } from "./waiting-room.tsx";

const WaitingLines = lazy(() => import("./waiting-lines.tsx").then((m) => ({ default: m.WaitingLines })));

/** What waits for the person, of these kinds. It is loaded after the screen. */
export function WaitingPart({ kinds }: { kinds: readonly Waiting["kind"][] }) {
  const before = useNote<number>(`waiting ${kinds.length}`);
  return (
    <Part fallback={<WaitingRoom lines={before.value} />}>
      <WaitingLines kinds={kinds} before={before} />
    </Part>
  );
}

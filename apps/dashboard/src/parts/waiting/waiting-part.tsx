import { lazy } from "react";
import { useNote } from "#state/drafts/use-note.ts";
import { Part } from "#ui/dialog/part.tsx";
import { WaitingRoom } from "./waiting-room.tsx";

const WaitingLines = lazy(() => import("./waiting-lines.tsx").then((m) => ({ default: m.WaitingLines })));

/** What waits for the person, or only what the person has to submit. It is loaded after the screen. */
export function WaitingPart({ isOwnOnly = false }: { isOwnOnly?: boolean }) {
  const before = useNote<number>(isOwnOnly ? "waiting-own" : "waiting");
  return (
    <Part fallback={<WaitingRoom lines={before.value} />}>
      <WaitingLines isOwnOnly={isOwnOnly} before={before} />
    </Part>
  );
}

import { apart } from "#ui/apart.ts";
import { Loading } from "#ui/list/skeleton.tsx";
import { useNote } from "#state/drafts/use-note.ts";
import { Part } from "#ui/dialog/part.tsx";
import classes from "./waiting.module.css";

const WaitingLines = apart(() => import("./waiting-lines.tsx").then((m) => m.WaitingLines)).show;

/** What waits for the person, or only what the person has to submit. It is loaded after the screen. */
export function WaitingPart({ isOwnOnly = false }: { isOwnOnly?: boolean }) {
  const before = useNote<number>(isOwnOnly ? "waiting-own" : "waiting");
  // As many lines as were shown last, so that those to come move nothing.
  const room = before.value !== undefined && (
    <div className={`panel ${classes.lines}`}>
      <Loading shape="rows" rows={before.value} />
    </div>
  );
  return (
    <Part fallback={room}>
      <WaitingLines isOwnOnly={isOwnOnly} before={before} room={room} />
    </Part>
  );
}

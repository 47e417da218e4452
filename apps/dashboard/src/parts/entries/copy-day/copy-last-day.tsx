import type { TimeEntry } from "@stint/sdk";
import { useMemo, useState } from "react";
import { clock } from "#api/connection/client.ts";
import { useMe } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { useTrackingView } from "#state/use-tracking.ts";
import { sumOf } from "#time/group-by-day.ts";
import { findLastDay, type LastDay } from "./find-last-day.ts";
import { useCopy } from "./use-copy.ts";
import { apart } from "#ui/apart.ts";
import { useWhenReady } from "#ui/use-when-ready.ts";
import { Part } from "#ui/dialog/part.tsx";
import { Button } from "#ui/button/button.tsx";

const CopyDialog = apart(() => import("./copy-dialog.tsx").then((m) => m.CopyDialog)).show;

interface Props {
  day: string;
  /** Whether the screen already says that the day is empty. */
  isSaid?: boolean;
}

/**
 * On an empty day, offers to copy the entries of the last earlier day with entries. Opens a dialog only if some of them
 * can't be copied.
 */
export function CopyLastDay({ day, isSaid = false }: Props) {
  const canWrite = useMe().scopes.includes("time-entries:write");
  const { zone } = useSettings();
  const view = useTrackingView();
  const last = useMemo(() => findLastDay(day, view, zone, clock.now()), [day, view, zone]);
  return canWrite && last !== undefined && <CopyLine day={day} last={last} isSaid={isSaid} />;
}

function CopyLine({ day, last, isSaid }: { day: string; last: LastDay; isSaid: boolean }) {
  const text = useText();
  const format = useFormat();
  const copy = useCopy();
  const [asked, setAsked] = useState<readonly TimeEntry[]>();

  function press(entries: readonly TimeEntry[]): void {
    const plan = copy.plan(entries, day);
    if (plan.refused.length > 0 || copy.isTooMuch(plan)) return setAsked(entries);
    // Moves the focus, because the button disappears once the day has entries.
    document.getElementById("content")?.focus({ preventScroll: true });
    copy.write(plan);
  }

  const [pressOnceLoaded, isAsked] = useWhenReady(!copy.isLoading, () => press(last.entries));
  return (
    <p className="dim wrap inset">
      {!isSaid && <span>{text.entries.emptyDay(format.day(day))}</span>}
      <Button isSmall aria-busy={isAsked || undefined} onClick={pressOnceLoaded}>
        {text.entries.copyDay(format.day(last.day), format.duration(sumOf(last.entries).seconds))}
      </Button>
      <Part onClose={() => setAsked(undefined)}>
        {asked !== undefined && <CopyDialog entries={asked} target={day} onClose={() => setAsked(undefined)} />}
      </Part>
    </p>
  );
}

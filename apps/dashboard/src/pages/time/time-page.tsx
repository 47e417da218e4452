import { useEffect } from "react";
import { useFormat, useSettings, useText } from "#api/settings.ts";
import { useTracking, useTrackingView } from "#api/use-tracking.tsx";
import { dayOf } from "#time/zoned.ts";

export function TimePage() {
  const { shell, time } = useText();
  const format = useFormat();
  const { zone } = useSettings();
  const tracking = useTracking();
  const { entries, isReady } = useTrackingView();
  useEffect(() => void tracking.loadOlder(), [tracking]);
  return (
    <>
      <title>{`${shell.time} – Stint`}</title>
      <h1>{shell.time}</h1>
      {isReady && entries.length === 0 && <p>{time.noEntries}</p>}
      <ul>
        {entries.slice(0, 50).map((entry) => (
          <li key={entry.id}>
            {format.day(dayOf(entry.startedAt, zone))} {format.clock(entry.startedAt)} {entry.description}{" "}
            {format.duration(entry.durationSeconds)}
          </li>
        ))}
      </ul>
    </>
  );
}

import { X } from "lucide-react";
import { useMemo } from "react";
import { clock } from "#api/client.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { useNote } from "#state/drafts/use-note.ts";
import { usePreferences } from "#state/settings/use-preferences.ts";
import { findDeviceZone } from "#time/device-zone.ts";
import { nameOfZone } from "#time/list-zones.ts";
import { haveSameClock } from "#time/same-clock.ts";
import classes from "./unsent.module.css";

/** A notice that the browser's time zone has a different clock than the displayed one. Dismissed per pair of zones. */
export function ZoneLine() {
  const text = useText();
  const { zone } = useSettings();
  const { change, message } = usePreferences();
  // Without a usable zone, the browser has nothing to suggest.
  const here = nameOfZone(findDeviceZone() ?? zone);
  const note = useNote<boolean>(`zone ${here} ${zone}`);
  const isSame = useMemo(() => haveSameClock(here, zone, clock.now()), [here, zone]);
  if (note.value === true || isSame) return null;
  return (
    <section aria-label={text.account.timeZone} className={classes.line} data-calm>
      <p>{text.shell.otherZone(toName(here), toName(zone))}</p>
      <button type="button" onClick={() => change("timeZone", here)}>
        {text.shell.useZone(toName(here))}
      </button>
      <button type="button" aria-label={text.shell.keepZone(toName(zone))} onClick={() => note.write(true)}>
        <X size={16} aria-hidden />
      </button>
      <p role="alert" className={classes.problem}>
        {message}
      </p>
    </section>
  );
}

/** Only the city, because with its region it would fill half a line on a phone. */
function toName(zone: string): string {
  return zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");
}

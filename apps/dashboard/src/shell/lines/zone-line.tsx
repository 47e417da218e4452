import { X } from "lucide-react";
import { useMemo, useState } from "react";
import { clock } from "#api/connection/client.ts";
import { useMe } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { useNote } from "#state/drafts/use-note.ts";
import { useNow } from "#state/use-now.ts";
import { usePreferences } from "#state/settings/use-preferences.ts";
import { findDeviceZone } from "#time/known-zone.ts";
import { nameOfZone } from "#time/list-zones.ts";
import { haveSameClock } from "#time/same-clock.ts";
import { Button, IconButton } from "#ui/button/button.tsx";
import classes from "./unsent.module.css";

/**
 * A notice that the browser's time zone has a different clock than the displayed one, or that the browser doesn't know
 * the zone to display. Dismissed per pair of zones.
 */
export function ZoneLine() {
  const text = useText();
  const { zone } = useSettings();
  const { preferences, change, message } = usePreferences();
  const { organization } = useMe();
  const wanted = preferences.timeZone ?? organization.timeZone;
  // Without a usable zone, the browser has nothing to suggest.
  const here = nameOfZone(findDeviceZone() ?? zone);
  const note = useNote<boolean>(`zone ${here} ${wanted}`);
  const isSame = useMemo(() => haveSameClock(here, zone, clock.now()), [here, zone]);
  const isKnown = zone === wanted;
  if (note.value === true || (isSame && isKnown)) return null;
  return (
    <section aria-label={text.shell.timeZone} className={`screen-only ${classes.line}`} data-calm>
      <p>{isKnown ? text.shell.otherZone(toName(here), toName(zone)) : text.shell.unknownZone(wanted, toName(zone))}</p>
      {isKnown && (
        <Button isSmall onClick={() => change("timeZone", here)}>
          {text.shell.useZone(toName(here))}
        </Button>
      )}
      <IconButton label={text.shell.keepZone(toName(zone))} onClick={() => note.write(true)}>
        <X size={16} aria-hidden />
      </IconButton>
      <p role="alert" className="error">
        {message}
      </p>
    </section>
  );
}

/** A notice that the device's clock is wrong. Without it, people would only see times that differ from that clock. */
export function ClockLine() {
  const { shell } = useText();
  const format = useFormat();
  const now = useNow();
  const [isDismissed, setIsDismissed] = useState(false);
  if (isDismissed || !clock.isWrong()) return null;
  return (
    <div className={`screen-only ${classes.line}`} data-calm>
      <p>{shell.wrongClock(format.moment(new Date(now).toISOString()))}</p>
      <IconButton label={shell.close} onClick={() => setIsDismissed(true)}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  );
}

/** Returns only the city: with the region, the name would fill half a line on a phone. */
function toName(zone: string): string {
  return zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");
}

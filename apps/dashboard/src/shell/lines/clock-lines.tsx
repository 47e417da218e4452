import { X } from "lucide-react";
import { useMemo, useState } from "react";
import { clock } from "#api/connection/client.ts";
import { useMe } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { usePreferences } from "#state/settings/use-preferences.ts";
import { useNow } from "#state/use-now.ts";
import { findDeviceZone } from "#time/known-zone.ts";
import { haveSameClock } from "#time/same-clock.ts";
import { apart } from "#ui/apart.ts";
import { IconButton } from "#ui/button/button.tsx";
import { Part } from "#ui/dialog/part.tsx";
import classes from "./unsent.module.css";

const ZoneLine = apart(() => import("./zone-line.tsx").then((m) => m.ZoneLine)).show;

/** Notices that the times shown differ from those of the device, or that the device's clock is wrong. */
export function ClockLines() {
  const { zone } = useSettings();
  const { organization } = useMe();
  // Here, because the line disappears while the new zone is being sent, and comes back with the reason if it is refused.
  const { preferences, change, message } = usePreferences();
  const wanted = preferences.timeZone ?? organization.timeZone;
  // Without a usable zone, the browser has nothing to suggest.
  const here = findDeviceZone() ?? zone;
  const isSame = useMemo(() => haveSameClock(here, zone, clock.now()), [here, zone]);
  return (
    <>
      <Part>{(!isSame || zone !== wanted) && <ZoneLine {...{ here, shown: zone, wanted, change, message }} />}</Part>
      <WrongClock />
    </>
  );
}

/** Without this, people would only see times that differ from the clock of their device. */
function WrongClock() {
  const { shell } = useText();
  const format = useFormat();
  const now = useNow();
  const [isDismissed, setIsDismissed] = useState(false);
  if (isDismissed || !clock.isWrong()) return null;
  return (
    <div className={`screen-only notice ${classes.line}`} data-calm>
      <p>{shell.wrongClock(format.moment(new Date(now).toISOString()))}</p>
      <IconButton label={shell.close} onClick={() => setIsDismissed(true)}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  );
}

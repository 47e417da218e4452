import { X } from "lucide-react";
import { useText } from "#i18n/text.ts";
import { useNote } from "#state/drafts/use-note.ts";
import type { usePreferences } from "#state/settings/use-preferences.ts";
import { nameOfZone } from "#time/list-zones.ts";
import { Button, IconButton } from "#ui/button/button.tsx";
import { useLineWords } from "./use-line-words.ts";
import classes from "./unsent.module.css";

interface Props extends Pick<ReturnType<typeof usePreferences>, "change" | "message"> {
  /** The browser's zone. */
  here: string;
  shown: string;
  /** Differs from `shown` if the browser doesn't know it. */
  wanted: string;
}

/** Says that the browser's zone is another one, or that it doesn't know the zone. Dismissed per pair of zones. */
export function ZoneLine({ here: device, shown: zone, wanted, change, message }: Props) {
  const { shell } = useText();
  const words = useLineWords();
  const here = nameOfZone(device);
  const note = useNote<boolean>(`zone ${here} ${wanted}`);
  const isKnown = zone === wanted;
  if (note.value === true) return null;
  return (
    <section aria-label={shell.timeZone} className={`screen-only notice ${classes.line}`} data-calm>
      <p>{isKnown ? words.otherZone(toName(here), toName(zone)) : words.unknownZone(wanted, toName(zone))}</p>
      {isKnown && (
        <Button isSmall onClick={() => change("timeZone", here)}>
          {words.useZone(toName(here))}
        </Button>
      )}
      <IconButton label={words.keepZone(toName(zone))} onClick={() => note.write(true)}>
        <X size={16} aria-hidden />
      </IconButton>
      <p role="alert" className="error">
        {message}
      </p>
    </section>
  );
}

/** Returns only the city: with the region, the name would fill half a line on a phone. */
function toName(zone: string): string {
  return zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");
}

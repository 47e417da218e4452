import { useMemo } from "react";
import { clock } from "#api/connection/client.ts";
import { useSettings } from "#state/settings/settings.ts";
import { knownZone } from "#time/known-zone.ts";
import { listZones } from "#time/list-zones.ts";
import { LongSelect, type LongSelectProps } from "#ui/choices/long-select.tsx";
import type { Option } from "#ui/fields/select.tsx";
import { useChoicesWords } from "./use-choices-words.ts";

interface Props extends Omit<LongSelectProps, "nothing" | "options"> {
  /** An extra first option with an empty value, which stands for the zone of another setting. */
  first?: { label: (zone: string) => string; zone: string };
}

/** A time zone. Without a hint, the field shows the zone's current time. */
export function ZoneField({ value, first, ...props }: Props) {
  const { locale, hour12 } = useSettings();
  const words = useChoicesWords();
  const zones = useMemo(
    // Includes the current value, because the server may know zones that the browser doesn't.
    () => [...new Set([...listZones(), ...(value === "" ? [] : [value])])].map((zone): Option => [zone, shown(zone)]),
    [value],
  );
  const time = new Intl.DateTimeFormat(locale, {
    hour: "numeric",
    minute: "2-digit",
    hourCycle: hour12 ? "h12" : "h23",
    timeZone: knownZone(value === "" ? (first?.zone ?? "") : value),
  });
  return (
    <LongSelect
      hint={words.timeThere(time.format(clock.now()))}
      nothing={words.noZone}
      {...props}
      value={value}
      options={first === undefined ? zones : [["", first.label(shown(first.zone))], ...zones]}
    />
  );
}

function shown(zone: string): string {
  return zone.replaceAll("_", " ");
}

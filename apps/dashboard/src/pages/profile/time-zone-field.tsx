import { useMemo } from "react";
import { clock } from "#api/client.ts";
import { useSettings } from "#api/settings.ts";
import { ZoneField } from "#pages/parts/zone-field.tsx";
import { listZones } from "#time/list-zones.ts";

interface Props {
  label: string;
  /** Null: the organization's. */
  zone: string | null;
  organizationZone: string;
  onChange: (zone: string | null) => void;
}

/** A time zone, found by a part of its name. */
export function TimeZoneField({ label, zone, organizationZone, onChange }: Props) {
  const { text, locale, hour12 } = useSettings();
  const options = useMemo(() => {
    const zones = new Set([...listZones(), ...(zone === null ? [] : [zone])]);
    return [
      { value: "", label: text.profile.asOrganization(shown(organizationZone)) },
      ...[...zones].map((value) => ({ value, label: shown(value) })),
    ];
  }, [zone, organizationZone, text]);
  const time = new Intl.DateTimeFormat(locale, {
    hour: "numeric",
    minute: "2-digit",
    hourCycle: hour12 ? "h12" : "h23",
    timeZone: zone ?? organizationZone,
  });
  return (
    <ZoneField
      label={label}
      hint={text.profile.timeThere(time.format(clock.now()))}
      nothing={text.profile.noZone}
      zones={options}
      value={zone ?? ""}
      onChange={(value) => onChange(value === "" ? null : value)}
    />
  );
}

function shown(zone: string): string {
  return zone.replaceAll("_", " ");
}

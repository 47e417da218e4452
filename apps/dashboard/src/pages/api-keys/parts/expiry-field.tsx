import { useState } from "react";
import { clock } from "#api/connection/client.ts";
import { useSettings } from "#state/settings/settings.ts";
import { FormDateField } from "#parts/fields/day/form-date-field.tsx";
import { addDays, dayOf, startOfDay } from "#time/zoned.ts";
import { type Option, Select } from "#ui/fields/select.tsx";
import { useKeyWords } from "./use-key-words.ts";

interface Expiry {
  /** `date`, `never`, or the number of days from now. With `kept`, the expiry does not change. */
  in: string;
  /** The last day on which the key is valid. */
  day: string;
}

/** The instant of expiry: the end of `day` in the person's time zone. */
export function toExpiresAt(expiry: Expiry, zone: string): string | null {
  if (expiry.in === "never") return null;
  const last = expiry.in === "date" ? expiry.day : addDays(dayOf(clock.now(), zone), Number(expiry.in));
  return new Date(startOfDay(addDays(last, 1), zone)).toISOString();
}

/** The first value of an `ExpiryField`. */
export function firstExpiry(first: string, zone: string): Expiry {
  return { in: first, day: addDays(dayOf(clock.now(), zone), 30) };
}

/** The state of an `ExpiryField`. */
export function useExpiry(first: string) {
  const { zone } = useSettings();
  const [expiry, setExpiry] = useState(() => firstExpiry(first, zone));
  return { expiry, setExpiry, expiresAt: () => toExpiresAt(expiry, zone) };
}

interface Props {
  label?: string;
  labels?: Record<string, string>;
  /** The current expiry, which is the first choice. */
  kept?: string;
  expiry: Expiry;
  onChange: (expiry: Expiry) => void;
}

export function ExpiryField({ label, labels, kept, expiry, onChange }: Props) {
  const { zone } = useSettings();
  const words = useKeyWords();
  const choices = labels ?? words.expiries;
  // Listed explicitly, because JavaScript would sort the numeric keys first.
  const options = ["30", "90", "365", "date", "never"].map((value): Option => [value, choices[value] ?? value]);
  return (
    <>
      <Select
        label={label ?? words.expiry}
        value={expiry.in}
        options={kept === undefined ? options : [["kept", kept], ...options]}
        field={expiry.in === "date" ? undefined : "expiresAt"}
        onChange={(value) => onChange({ ...expiry, in: value })}
      />
      {expiry.in === "date" && (
        <FormDateField
          label={words.expiryDay}
          value={expiry.day}
          min={dayOf(clock.now(), zone)}
          required
          field="expiresAt"
          onChange={(day) => onChange({ ...expiry, day })}
        />
      )}
    </>
  );
}

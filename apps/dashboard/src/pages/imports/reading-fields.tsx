import { NativeSelect } from "@mantine/core";
import type { Import } from "@stint/sdk";
import { Section } from "#ui/form/section.tsx";
import { ZoneField } from "#fields/zone-field.tsx";
import type { Update } from "./use-update.ts";
import { useWords } from "./use-words.ts";
import classes from "./imports.module.css";
import { programs } from "./programs.ts";

const orders = ["ymd", "dmy", "mdy"] as const;
const units = ["hours", "minutes", "seconds"] as const;
const marks = ["comma", "point"] as const;
const encodings =
  "windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 windows-874 koi8-r macintosh shift_jis euc-jp gbk big5 euc-kr".split(
    " ",
  );
const repeats = ["skip", "add"] as const;
const rateKinds = ["ignore", "take"] as const;

/** The settings for reading the file. Each choice is saved at once. */
export function ReadingFields({ imported, update }: { imported: Import; update: Update }) {
  const words = useWords();
  const { source, encoding, timeZone, dateOrder, durationUnit, decimalMark, duplicates, lookalikes, rates } = imported;
  const options = <Value extends string>(values: readonly Value[], names: Record<Value, string>) =>
    values.map((value) => ({ value, label: names[value] }));
  return (
    <Section title={words.reading} lead={words.readingLead}>
      <div className={classes.fields}>
        <NativeSelect
          label={words.source}
          value={source ?? ""}
          disabled={update.isRunning}
          data={[
            ...(source === null ? [{ value: "", label: words.recognized }] : []),
            ...Object.entries({ ...programs, ...words.sources }).map(([name, label]) => ({ value: name, label })),
          ]}
          onChange={({ currentTarget: { value } }) => update.set({ source: value as NonNullable<typeof source> })}
        />
        <ZoneField
          label={words.timeZone}
          hint={words.timeZoneHint}
          value={timeZone}
          disabled={update.isRunning}
          onChange={(value) => update.set({ timeZone: value })}
        />
        {encoding !== null && (
          <NativeSelect
            label={words.encoding}
            value={encoding}
            disabled={update.isRunning}
            data={encodings}
            onChange={({ currentTarget: { value } }) => update.set({ encoding: value as typeof encoding })}
          />
        )}
        <NativeSelect
          label={words.dateOrder}
          value={dateOrder ?? ""}
          disabled={update.isRunning}
          data={[{ value: "", label: words.orderByFile }, ...options(orders, words.orders)]}
          onChange={({ currentTarget: { value } }) =>
            update.set({ dateOrder: value === "" ? null : (value as (typeof orders)[number]) })
          }
        />
        {source === "csv" && (
          <>
            <NativeSelect
              label={words.durationUnit}
              value={durationUnit ?? ""}
              disabled={update.isRunning}
              data={[{ value: "", label: words.orderByFile }, ...options(units, words.units)]}
              onChange={({ currentTarget: { value } }) =>
                update.set({ durationUnit: value === "" ? null : (value as (typeof units)[number]) })
              }
            />
            <NativeSelect
              label={words.decimalMark}
              value={decimalMark ?? ""}
              disabled={update.isRunning}
              data={[{ value: "", label: words.orderByFile }, ...options(marks, words.marks)]}
              onChange={({ currentTarget: { value } }) =>
                update.set({ decimalMark: value === "" ? null : (value as (typeof marks)[number]) })
              }
            />
          </>
        )}
        <NativeSelect
          label={words.duplicates}
          value={duplicates}
          disabled={update.isRunning}
          data={options(repeats, words.duplicatesKinds)}
          onChange={({ currentTarget: { value } }) => update.set({ duplicates: value as (typeof repeats)[number] })}
        />
        <NativeSelect
          label={words.lookalikes}
          value={lookalikes}
          disabled={update.isRunning}
          data={options(repeats, words.lookalikesKinds)}
          onChange={({ currentTarget: { value } }) => update.set({ lookalikes: value as (typeof repeats)[number] })}
        />
        <NativeSelect
          label={words.rates}
          value={rates}
          disabled={update.isRunning}
          data={options(rateKinds, words.ratesKinds)}
          onChange={({ currentTarget: { value } }) => update.set({ rates: value as (typeof rateKinds)[number] })}
        />
      </div>
    </Section>
  );
}

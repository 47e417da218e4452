import type { Import } from "@stint/sdk";
import { Section } from "#ui/form/section.tsx";
import { ZoneField } from "#parts/fields/zone-field.tsx";
import { type Option, Select } from "#ui/fields/select.tsx";
import type { Update } from "./use-update.ts";
import { useImportWords } from "./use-import-words.ts";
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
  const words = useImportWords();
  const { source, encoding, timeZone, dateOrder, durationUnit, decimalMark, duplicates, lookalikes, rates } = imported;
  const options = <Value extends string>(values: readonly Value[], names: Record<Value, string>) =>
    values.map((value): Option<Value> => [value, names[value]]);
  return (
    <Section title={words.reading} lead={words.readingLead}>
      <div className="fields">
        <Select
          label={words.source}
          value={source ?? ""}
          disabled={update.isRunning}
          options={[
            ...(source === null ? [["", words.recognized] as const] : []),
            ...Object.entries({ ...programs, ...words.sources }),
          ]}
          onChange={(value) => update.set({ source: value as NonNullable<typeof source> })}
        />
        <ZoneField
          label={words.timeZone}
          hint={words.timeZoneHint}
          value={timeZone}
          disabled={update.isRunning}
          onChange={(value) => update.set({ timeZone: value })}
        />
        {encoding !== null && (
          <Select
            label={words.encoding}
            value={encoding}
            disabled={update.isRunning}
            options={encodings.map((each) => [each, each])}
            onChange={(value) => update.set({ encoding: value as typeof encoding })}
          />
        )}
        <Select
          label={words.dateOrder}
          value={dateOrder ?? ""}
          disabled={update.isRunning}
          options={[["", words.orderByFile], ...options(orders, words.orders)]}
          onChange={(value) => update.set({ dateOrder: value === "" ? null : value })}
        />
        {source === "csv" && (
          <>
            <Select
              label={words.durationUnit}
              value={durationUnit ?? ""}
              disabled={update.isRunning}
              options={[["", words.orderByFile], ...options(units, words.units)]}
              onChange={(value) => update.set({ durationUnit: value === "" ? null : value })}
            />
            <Select
              label={words.decimalMark}
              value={decimalMark ?? ""}
              disabled={update.isRunning}
              options={[["", words.orderByFile], ...options(marks, words.marks)]}
              onChange={(value) => update.set({ decimalMark: value === "" ? null : value })}
            />
          </>
        )}
        <Select
          label={words.duplicates}
          value={duplicates}
          disabled={update.isRunning}
          options={options(repeats, words.duplicatesKinds)}
          onChange={(value) => update.set({ duplicates: value })}
        />
        <Select
          label={words.lookalikes}
          value={lookalikes}
          disabled={update.isRunning}
          options={options(repeats, words.lookalikesKinds)}
          onChange={(value) => update.set({ lookalikes: value })}
        />
        <Select
          label={words.rates}
          value={rates}
          disabled={update.isRunning}
          options={options(rateKinds, words.ratesKinds)}
          onChange={(value) => update.set({ rates: value })}
        />
      </div>
    </Section>
  );
}

import type { Import, UpdateImportBody } from "@stint/sdk";
import { Section } from "#ui/form/section.tsx";
import { ZoneField } from "#parts/fields/zone-field.tsx";
import { type Option, Select } from "#ui/fields/select.tsx";
import type { Update } from "#pages/imports/preview/use-update.ts";
import { useImportWords } from "#pages/imports/parts/use-import-words.ts";
import { programs } from "#pages/imports/parts/programs.ts";

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
  const select = <Value extends string>(
    name: keyof Import & keyof UpdateImportBody,
    value: Value | null,
    choices: readonly Option<Value | "">[],
  ) => (
    <Select
      label={words[name as "source"]}
      value={value ?? ""}
      disabled={update.isRunning}
      options={choices}
      onChange={(chosen) => update.set({ [name]: chosen === "" ? null : chosen })}
    />
  );
  const byFile: Option<""> = ["", words.orderByFile];
  return (
    <Section title={words.reading} lead={words.readingLead}>
      <div className="fields">
        {select("source", source, [
          ...(source === null ? [["", words.recognized] as const] : []),
          ...Object.entries({ ...programs, ...words.sources }),
        ])}
        <ZoneField
          label={words.timeZone}
          hint={words.timeZoneHint}
          value={timeZone}
          disabled={update.isRunning}
          onChange={(value) => update.set({ timeZone: value })}
        />
        {encoding !== null &&
          select(
            "encoding",
            encoding,
            encodings.map((each) => [each, each]),
          )}
        {select("dateOrder", dateOrder, [byFile, ...options(orders, words.orders)])}
        {source === "csv" && (
          <>
            {select("durationUnit", durationUnit, [byFile, ...options(units, words.units)])}
            {select("decimalMark", decimalMark, [byFile, ...options(marks, words.marks)])}
          </>
        )}
        {select("duplicates", duplicates, options(repeats, words.duplicatesKinds))}
        {select("lookalikes", lookalikes, options(repeats, words.lookalikesKinds))}
        {(imported.preview?.ratedRows !== 0 || rates === "take") &&
          select("rates", rates, options(rateKinds, words.ratesKinds))}
      </div>
    </Section>
  );
}

import type { Import } from "@stint/sdk";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { plural } from "#i18n/catalogue.ts";
import { formatRunning } from "#time/format-running.ts";
import { useImportWords } from "#pages/imports/parts/use-import-words.ts";

type Preview = NonNullable<Import["preview"]>;
const kinds = ["entries", "people", "clients", "projects", "tasks", "tags"] as const;

interface Props {
  preview: Preview;
  /** Whether the import uses the hourly rates in the file. */
  rates: Import["rates"];
  isApplied: boolean;
}

/** The objects to be created, and the omitted rows. */
export function PreviewFacts({ preview, rates, isApplied }: Props) {
  const format = useFormat();
  const { language } = useSettings();
  const words = useImportWords();
  const text = useText();
  const { creates, leftOut } = preview;
  const amounts = preview.money.filter(({ sourceMinor }) => sourceMinor !== 0);
  const differing = amounts.filter(({ sourceMinor, importedMinor }) => sourceMinor !== importedMinor);
  const whyDifferent = differing.flatMap(({ currency, reasons = [] }) =>
    reasons
      .filter(({ reason }) => reason !== "rate_in_file" || rates === "ignore")
      .map(({ reason, rows, sourceMinor, firstRow }) =>
        words.moneyReason(
          plural(language, rows, words.row),
          words.moneyReasons[reason],
          format.money(sourceMinor, currency),
          format.number(firstRow),
        ),
      ),
  );
  const made = kinds.filter((kind) => creates[kind] > 0);
  const label = isApplied ? words.wasMade : words.made;
  return (
    <section className="stack apart" aria-label={label}>
      <h2>{label}</h2>
      {made.length === 0 ? (
        <p>{words.nothingMade}</p>
      ) : (
        <ul className="list wrap figures strong">
          {made.map((kind) => (
            <li key={kind}>{plural(language, creates[kind], words.creates[kind])}</li>
          ))}
        </ul>
      )}
      {leftOut.length > 0 && <LeftOut preview={preview} isApplied={isApplied} />}
      {preview.breaks.length > 0 && (
        <>
          <h3>{isApplied ? words.wereMarked : words.willBeMarked}</h3>
          <ul>
            {preview.breaks.map(({ rule, rows }) => (
              <li key={rule}>{words.markedFor(text.entries.breaks[rule], plural(language, rows, words.row))}</li>
            ))}
          </ul>
        </>
      )}
      {amounts.map(({ currency, sourceMinor, importedMinor }) => (
        <p key={currency} className="dim">
          {importedMinor === null
            ? words.money(format.money(sourceMinor, currency))
            : words.moneyApplied(format.money(sourceMinor, currency), format.money(importedMinor, currency))}
        </p>
      ))}
      {differing.length > 0 && (
        <p>
          {words.fromRates} {whyDifferent.length > 0 && words.whyDifferent(format.list(whyDifferent))}
        </p>
      )}
    </section>
  );
}

function LeftOut({ preview: { leftOut, lookalikes }, isApplied }: Omit<Props, "rates">) {
  const { language } = useSettings();
  const words = useImportWords();
  return (
    <>
      <h3>{words.leftOut}</h3>
      <ul>
        {leftOut.map(({ reason, rows, seconds }) => (
          <li key={reason}>
            {words.leftOutOf(plural(language, rows, words.row), words.leftOutReasons[reason], formatRunning(seconds))}
          </li>
        ))}
      </ul>
      {lookalikes.rows > 0 && !isApplied && <p>{words.lookalikesOf(plural(language, lookalikes.rows, words.row))}</p>}
    </>
  );
}

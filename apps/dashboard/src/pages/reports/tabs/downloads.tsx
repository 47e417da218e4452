import { ApiError, type GetEntriesQuery } from "@stint/sdk";
import { Printer } from "lucide-react";
import type { ApiCall } from "#api/api-call.ts";
import { explainError } from "#api/explain-error.ts";
import { useSettings } from "#state/settings/settings.ts";
import { MenuItem } from "#ui/menu/menu.tsx";
import type { Language } from "#i18n/catalogue.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { CsvShapeItems, useTableShape } from "#screen/csv-shape.tsx";
import { ScreenMenu } from "#screen/screen-menu.tsx";
import type { DayRange } from "#time/report-period.ts";
import { useDownload } from "#ui/files/use-download.ts";
import { Button } from "#ui/button/button.tsx";
import { useReportWords } from "#pages/reports/figures/use-report-words.ts";
import classes from "#pages/reports/figures/reports.module.css";

export interface DownloadProps {
  /** The kind of report and its days, which name the file. */
  kind: string;
  range: Partial<DayRange> | undefined;
  ask: (table: AskedTable, signal: AbortSignal) => Promise<Response>;
  call: ApiCall;
}

/** Without a language, a table has the columns of the API. */
export interface AskedTable extends CsvShape {
  format: "csv" | "xlsx";
  language?: Language;
}

type CsvShape = Pick<GetEntriesQuery, "separator" | "decimalMark" | "bom">;

const formats = ["csv", "xlsx"] as const;

/** Downloads a report as a file from the API, prints the report, or copies its API call. */
export function Downloads({ kind, range, ask, call }: DownloadProps) {
  const text = useText();
  const { number } = useFormat();
  const words = useReportWords();
  const { language } = useSettings();
  const shaped = useTableShape();
  const { state, take } = useDownload();
  const download = (table: AskedTable) =>
    void take(
      (signal) => ask({ ...table, ...shaped(table.format) }, signal),
      () => `${["stint", kind, range?.from, range?.to].filter(Boolean).join("-")}.${table.format}`,
    );
  const size = (bytes: number) => number(bytes / 1000, { style: "unit", unit: "kilobyte", maximumFractionDigits: 1 });
  const shown = () => {
    if (state.is === "running") return words.downloading(size(state.bytes));
    if (state.is === "done") return words.downloaded(size(state.bytes));
    return state.is === "cancelled" ? words.downloadCancelled : "";
  };
  const failure = () => {
    if (state.is !== "failed") return "";
    return state.error instanceof ApiError ? explainError(state.error, text) : words.downloadBroken;
  };
  return (
    <div className={`${classes.downloads} wrap screen-only`}>
      <span role="status" className="dim">
        {shown()}
      </span>
      <span role="alert" className="error">
        {failure()}
      </span>
      {state.is === "running" && (
        <Button isSmall onClick={state.cancel}>
          {words.cancelDownload}
        </Button>
      )}
      {formats.map((format) => (
        <Button
          key={format}
          isSmall
          disabled={state.is === "running"}
          aria-label={words.downloadAs(words[format])}
          onClick={() => download({ format, language })}
        >
          {words[format]}
        </Button>
      ))}
      <Button isSmall aria-label={words.print} onClick={() => print()}>
        <Printer size={16} aria-hidden />
      </Button>
      <ScreenMenu call={call}>
        {formats.map((format) => (
          <MenuItem key={format} disabled={state.is === "running"} onClick={() => download({ format })}>
            {text.entries.apiColumns(words[format])}
          </MenuItem>
        ))}
        <CsvShapeItems />
      </ScreenMenu>
    </div>
  );
}

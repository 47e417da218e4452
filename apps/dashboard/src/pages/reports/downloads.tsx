import { Button } from "@mantine/core";
import { ApiError } from "@stint/sdk";
import { Printer } from "lucide-react";
import type { ApiCall } from "#api/api-call.ts";
import { explainError } from "#api/explain-error.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { ScreenMenu } from "#screen/screen-menu.tsx";
import { useDownload } from "#ui/use-download.ts";
import { useWords } from "./use-words.ts";
import classes from "./reports.module.css";

interface Props {
  /** The file's name, without extension. */
  name: string;
  ask: (format: "csv" | "xlsx", signal: AbortSignal) => Promise<Response>;
  call: ApiCall;
  /** A note before the buttons, for files whose figures differ from those on the screen. */
  note?: string;
}

/** Downloads a report as a file from the API, prints the report, or copies its API call. */
export function Downloads({ name, ask, call, note }: Props) {
  const text = useText();
  const format = useFormat();
  const words = useWords();
  const { state, take } = useDownload();
  const size = (bytes: number) =>
    format.number(bytes / 1000, { style: "unit", unit: "kilobyte", maximumFractionDigits: 1 });
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
    <div className={classes.downloads}>
      <span role="status" className={classes.status}>
        {shown()}
      </span>
      <span role="alert" className={classes.error}>
        {failure()}
      </span>
      {note !== undefined && <span className={classes.status}>{note}</span>}
      {state.is === "running" && (
        <Button variant="default" size="compact-md" onClick={state.cancel}>
          {words.cancelDownload}
        </Button>
      )}
      {(["csv", "xlsx"] as const).map((kind) => (
        <Button
          key={kind}
          variant="default"
          size="compact-md"
          disabled={state.is === "running"}
          aria-label={words.downloadAs(words[kind])}
          onClick={() =>
            void take(
              (signal) => ask(kind, signal),
              () => `${name}.${kind}`,
            )
          }
        >
          {words[kind]}
        </Button>
      ))}
      <Button variant="default" size="compact-md" aria-label={words.print} onClick={() => print()}>
        <Printer size={16} aria-hidden />
      </Button>
      <ScreenMenu call={call} />
    </div>
  );
}

import { ApiError, type Organization } from "@stint/sdk";
import { stint } from "#api/connection/client.ts";
import { explainError } from "#api/explain-error.ts";
import { refresh } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { Section } from "#ui/form/section.tsx";
import { useDownload } from "#ui/files/use-download.ts";
import { useReauthentication } from "#parts/confirm/reauthentication/use-reauthentication.tsx";
import { Button } from "#ui/button/button.tsx";
import { useOrganizationWords } from "#i18n/words/use-organization-words.ts";
import { ErrorLine } from "#ui/form/error-line.tsx";

export function ExportSection({ organization }: { organization: Organization }) {
  const text = useText();
  const format = useFormat();
  const words = useOrganizationWords();
  const { withReauthentication, proof } = useReauthentication();
  const download = useDownload();
  const { state } = download;
  const { exportedAt } = organization;

  async function take(): Promise<void> {
    const ask = (signal: AbortSignal) => withReauthentication(() => stint.organization.export({ signal }));
    if (await download.take(ask, nameOf)) await refresh("organization");
  }

  const size = (bytes: number) =>
    format.number(bytes / 1000, { style: "unit", unit: "kilobyte", maximumFractionDigits: 0 });
  const shown = () => {
    if (state.is === "running") return words.exportRunning(size(state.bytes));
    if (state.is === "done") return words.exportDone(size(state.bytes));
    return state.is === "cancelled" ? words.exportCancelled : "";
  };
  const failure = () => {
    if (state.is !== "failed") return "";
    return state.error instanceof ApiError ? explainError(state.error, text) : words.exportBroken;
  };
  return (
    <Section title={words.export} lead={words.exportLead}>
      <p className="dim">{exportedAt === null ? words.exportNever : words.exportedAt(format.moment(exportedAt))}</p>
      <div className="buttons">
        <Button isBusy={state.is === "running"} onClick={() => void take()}>
          {words.exportStart}
        </Button>
        {state.is === "running" && <Button onClick={state.cancel}>{words.exportCancel}</Button>}
      </div>
      <p role="status" className="note">
        {shown()}
      </p>
      <ErrorLine>{failure()}</ErrorLine>
      {proof}
    </Section>
  );
}

function nameOf(response: Response): string {
  return /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "stint-export.zip";
}

import type { Import } from "@stint/sdk";
import { Link } from "wouter";
import { stint } from "#api/connection/client.ts";
import { refresh, useSignInMethods } from "#api/queries.ts";
import { useSettings } from "#state/settings/settings.ts";
import { ConfirmButton } from "#parts/confirm/confirm-button.tsx";
import { plural } from "#i18n/catalogue.ts";
import { formatRunning } from "#time/format-running.ts";
import { ListRow, Rows } from "#ui/list/rows.tsx";
import { PreviewFacts } from "./preview/preview-facts.tsx";
import { SumsTable, TotalsTable } from "./preview/totals-table.tsx";
import { useImportWords } from "./parts/use-import-words.ts";

/** The result of an import: the comparison with the file, the created objects, and the undo button. */
export function ImportResult({ imported }: { imported: Import }) {
  const { language } = useSettings();
  const words = useImportWords();
  const { id, preview, proof } = imported;
  const undo = async () => {
    await stint.imports.delete(id);
    await refresh("import", "imports");
  };
  const { source, imported: taken } = preview?.totals ?? {};
  const rowsOf = (sums: { rows: number }) => plural(language, sums.rows, words.row);
  const differences = proof?.differences.map(({ person, project, month, ...sums }) => ({
    ...sums,
    name: [person, project, month].filter((part) => part !== null).join(" · "),
  }));
  return (
    <>
      {proof !== null && (
        <section className="stack apart" aria-label={words.proof}>
          <h2>{words.proof}</h2>
          {proof.isExact && source !== undefined && taken !== undefined ? (
            <p className="live">
              {taken.rows === source.rows
                ? words.exact(rowsOf(source), formatRunning(source.seconds))
                : words.exactOfImported(
                    rowsOf(taken),
                    formatRunning(taken.seconds),
                    plural(language, source.rows - taken.rows, words.row),
                  )}
            </p>
          ) : (
            <>
              <p className="error">{words.notExact}</p>
              <SumsTable label={words.proof} rows={differences ?? []} />
            </>
          )}
        </section>
      )}
      {preview !== null && <PreviewFacts preview={preview} rates={imported.rates} isApplied />}
      <Invited people={imported.people} />
      <div className="wrap apart">
        <Link href="/reports?period=all">{words.toReports}</Link>
        <ConfirmButton label={words.undo} title={words.undoTitle} lead={words.undoLead} onConfirm={undo} />
      </div>
      {preview !== null && <TotalsTable totals={preview.totals} people={imported.people} />}
    </>
  );
}

/** Links to the invitations, because the link in an invitation is shown only when the invitation is sent again. */
function Invited({ people }: Pick<Import, "people">) {
  const words = useImportWords();
  const invited = people.flatMap(({ becomes, rows: count }) => (count === 0 ? [] : (becomes.invite ?? [])));
  const hasMail = useSignInMethods()?.mail ?? true;
  if (invited.length === 0) return null;
  return (
    <section className="stack apart" aria-label={words.wereInvited}>
      <h2>{words.wereInvited}</h2>
      <p>{invited.join(", ")}</p>
      <p className="dim">{hasMail ? words.wereMailed : words.wereNotMailed}</p>
      <Link href="/team?tab=invitations">{words.toInvitations}</Link>
    </section>
  );
}

/** Lists the objects that the undo of an import did not remove. */
export function UndoneResult({ imported: { kept } }: { imported: Import }) {
  const words = useImportWords();
  return (
    <section className="stack apart" aria-label={words.kept}>
      <p>{words.undoneLead}</p>
      {kept === null || kept.length === 0 ? (
        <p>{words.keptNone}</p>
      ) : (
        <>
          <h2>{words.kept}</h2>
          <Rows>
            {kept.map(({ id, name, reason }) => (
              <ListRow key={id}>
                <b>{name || id}</b>
                <p className="dim">{reason}</p>
              </ListRow>
            ))}
          </Rows>
        </>
      )}
    </section>
  );
}

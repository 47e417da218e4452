import type { Import } from "@stint/sdk";
import { stint } from "#api/connection/client.ts";
import { keepImport } from "#api/imports.ts";
import { useSettings } from "#state/settings/settings.ts";
import { useAction } from "#ui/form/use-action.ts";
import { chooseForm, plural } from "#i18n/catalogue.ts";
import { Button } from "#ui/button/button.tsx";
import { ColumnFields } from "#pages/imports/reading/column-fields.tsx";
import { DoubtTable } from "./doubt-table.tsx";
import { PreviewFacts } from "./preview-facts.tsx";
import { ImportedPeople } from "./imported-people.tsx";
import { Questions } from "#pages/imports/reading/questions.tsx";
import { ReadingFields } from "#pages/imports/reading/reading-fields.tsx";
import { TotalsTable } from "./totals-table.tsx";
import { useUpdate } from "./use-update.ts";
import { useImportWords } from "#pages/imports/parts/use-import-words.ts";
import { ErrorLine } from "#ui/form/error-line.tsx";

/** Previews the effect of the import, below the questions and settings that it depends on. */
export function ImportPreview({ imported }: { imported: Import }) {
  const { language } = useSettings();
  const words = useImportWords();
  const update = useUpdate(imported.id);
  const action = useAction();
  const { id, questions, preview, source } = imported;
  const isOpen = questions.length > 0;
  const entries = preview?.creates.entries ?? 0;
  const isNothing = Object.values(preview?.creates ?? {}).every((count) => count === 0);
  const apply = async () => keepImport(await stint.imports.apply(id));
  return (
    <>
      {isOpen && <Questions imported={imported} update={update} />}
      <ErrorLine>{update.message}</ErrorLine>
      {preview !== null && (
        <>
          {isOpen && <p className="dim">{words.figuresOpen}</p>}
          <PreviewFacts preview={preview} rates={imported.rates} isApplied={false} />
          <div className="wrap apart">
            <Button
              kind="main"
              disabled={isOpen || isNothing}
              isBusy={action.isRunning}
              onClick={() => action.run(apply)}
            >
              {words.apply(plural(language, entries, words.creates.entries))}
            </Button>
            {isOpen && <span className="dim">{chooseForm(language, questions.length, words.openQuestions)}</span>}
          </div>
          <ErrorLine>{action.message}</ErrorLine>
        </>
      )}
      {imported.people.length > 0 && <ImportedPeople imported={imported} update={update} />}
      {preview !== null && (
        <>
          <DoubtTable imported={imported} count={preview.doubts.count} isOpen={isOpen} />
          <TotalsTable totals={preview.totals} />
        </>
      )}
      <ReadingFields imported={imported} update={update} />
      {source === "csv" && <ColumnFields imported={imported} update={update} />}
    </>
  );
}

import type { Import } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "wouter";
import { stint } from "#api/connection/client.ts";
import { importQuery, isBeingWorkedOn } from "#api/imports.ts";
import { queryClient, refresh, refreshAll } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { ListState } from "#ui/list/list-state.tsx";
import { PageHead } from "#screen/page-head.tsx";
import { inSettings } from "#screen/tabs/settings-frame.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { announce } from "#ui/announce.ts";
import { Button } from "#ui/button/button.tsx";
import { DropFile } from "./drop-file.tsx";
import { StatusMark } from "./imports-page.tsx";
import { ImportPreview } from "./preview/import-preview.tsx";
import { ImportResult, UndoneResult } from "./import-result.tsx";
import { useImportWords } from "./parts/use-import-words.ts";
import classes from "./parts/imports.module.css";
import { programs } from "./parts/programs.ts";
import { ErrorLine } from "#ui/form/error-line.tsx";

export const ImportPage = inSettings(OneImport);

function OneImport({ id }: { id: string }) {
  const words = useImportWords();
  const query = useQuery(importQuery(id));
  const imported = query.data;
  useRefetchAtEnd(imported);
  const { fileName = "", source = null } = imported ?? {};
  const call = { operation: "imports.get", ids: [id] } as const;
  return (
    <>
      <p className="apart">
        <Link href="/settings/import">← {words.back}</Link>
      </p>
      <PageHead
        call={call}
        title={imported === undefined ? undefined : fileName || words.unnamed}
        lead={
          imported === undefined ? undefined : (
            <>
              {source !== null && words.from({ ...programs, ...words.sources }[source])}{" "}
              <StatusMark status={imported.status} />
            </>
          )
        }
      >
        {imported !== undefined && <RemoveButton imported={imported} />}
      </PageHead>
      {imported === undefined ? <ListState query={query} /> : <Stage imported={imported} />}
    </>
  );
}

function Stage({ imported }: { imported: Import }) {
  const words = useImportWords();
  if (isBeingWorkedOn(imported)) return <Progress imported={imported} />;
  const { failure, status } = imported;
  return (
    <>
      {failure !== null && (
        <div role="alert" className="notice stack" data-kind="over">
          <p>{failure}</p>
          <p>{status === "applied" ? words.undoFailedLead : words.failedLead}</p>
        </div>
      )}
      <Outcome imported={imported} />
    </>
  );
}

function Outcome({ imported }: { imported: Import }) {
  const words = useImportWords();
  switch (imported.status) {
    case "failed":
      return (
        <>
          <h2 className="apart">{words.another}</h2>
          <DropFile />
        </>
      );
    case "applied":
      return <ImportResult imported={imported} />;
    case "undone":
      return <UndoneResult imported={imported} />;
    case "reading":
    case "applying":
    case "previewed":
      return <ImportPreview imported={imported} />;
  }
}

function Progress({ imported: { progress } }: { imported: Import }) {
  const format = useFormat();
  const words = useImportWords();
  const { phase = "reading", done = 0, total = null } = progress ?? {};
  const said =
    total === null ? words.progress(format.number(done)) : words.progressOf(format.number(done), format.number(total));
  return (
    <div className="stack narrow">
      <p role="status">{words.phases[phase]}</p>
      <progress
        className={classes.progress}
        aria-label={words.phases[phase]}
        {...(total === null ? {} : { value: done, max: Math.max(1, total) })}
      />
      <p className="dim">{said}</p>
    </div>
  );
}

/** Removes an import that was never applied. Other imports are undone instead. */
function RemoveButton({ imported }: { imported: Import }) {
  const words = useImportWords();
  const [, navigate] = useLocation();
  const action = useAction();
  if (isBeingWorkedOn(imported) || imported.status === "applied") return null;
  const remove = async () => {
    await stint.imports.delete(imported.id);
    announce(words.removed);
    navigate("/settings/import");
    queryClient.removeQueries({ queryKey: ["import", imported.id] });
    await refresh("imports");
  };
  return (
    <>
      <Button isBusy={action.isRunning} onClick={() => action.run(remove)}>
        {words.remove}
      </Button>
      <ErrorLine>{action.message}</ErrorLine>
    </>
  );
}

/** Refetches everything when an import has been applied or undone, because it can add or remove almost anything. */
function useRefetchAtEnd(imported: Import | undefined): void {
  const isRunning = isBeingWorkedOn(imported) && imported?.status !== "reading";
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && !isRunning) void refreshAll();
    wasRunning.current = isRunning;
  }, [isRunning]);
}

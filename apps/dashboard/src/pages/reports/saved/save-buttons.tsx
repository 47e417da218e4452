import type { SavedReport } from "@stint/sdk";
import { useState } from "react";
import { useLocation } from "wouter";
import { useMe } from "#api/queries.ts";
import { useUndoable } from "#state/undo.ts";
import { addressOfSaved, toSavedQuery } from "#pages/reports/address/report-address.ts";
import type { ShownReport } from "#pages/reports/address/use-report.ts";
import { apart } from "#ui/apart.ts";
import { Part } from "#ui/dialog/part.tsx";
import { Button } from "#ui/button/button.tsx";
import { useCanChange, useSavedActions } from "./use-saved-reports.ts";
import { useSavedWords } from "./use-saved-words.ts";

const NameForm = apart(() => import("./name-form.tsx").then((m) => m.NameForm)).show;

/** Saves a report under a new name, or updates the saved report that was opened. */
export function SaveButtons({ report, saved }: { report: ShownReport; saved: SavedReport | undefined }) {
  const words = useSavedWords();
  const { scopes, organization } = useMe();
  const [, navigate] = useLocation();
  const { fail } = useUndoable();
  const actions = useSavedActions();
  const canChange = useCanChange();
  const [isOpen, setIsOpen] = useState(false);
  if (!scopes.includes("reports:write")) return null;
  const { timeZone: zone } = organization;
  const query = toSavedQuery(report.state, saved && { query: saved.query, zone });
  // A canonical text, which is equal for equivalent queries.
  const written = (each: SavedReport["query"]) => addressOfSaved({ id: "", query: each }, zone);
  const isChanged = saved !== undefined && canChange(saved) && written(saved.query) !== written(query);
  return (
    <>
      {isChanged && (
        <Button onClick={() => void actions.update(saved, { query }, words.changed).catch(fail)}>
          {words.saveChanges}
        </Button>
      )}
      <Button onClick={() => setIsOpen(true)}>{words.save}</Button>
      <Part onClose={() => setIsOpen(false)}>
        {isOpen && (
          <NameForm
            onSend={async (fields) => navigate(addressOfSaved(await actions.create({ ...fields, query }), zone))}
            onClose={() => setIsOpen(false)}
          />
        )}
      </Part>
    </>
  );
}

import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { explainEach, explainError, explainRefusal } from "#api/explain-error.ts";
import { useMe } from "#api/queries.ts";
import { mayWriteLate } from "#api/scopes.ts";
import { taskOfChoice } from "#api/task-of-choice.ts";
import type { Catalogue } from "#i18n/catalogue.ts";
import { useText } from "#i18n/text.ts";
import type { EntryFields } from "@stint/offline/write.ts";
import type { Queued } from "#state/tracking/sending/write.ts";
import { useTracking } from "#state/use-tracking.ts";

/** Saves an entry from a dialog, which stays open until the server has accepted it, and explains a refusal. */
export function useSaving() {
  const text = useText();
  const send = useSend();
  const isOpen = useIsOpen();
  const [problem, setProblem] = useState("");
  const [isSaving, setIsSaving] = useState(false);

  /** Returns the result of `write`; undefined if the server refused the entry, or if the dialog has been closed meanwhile. */
  async function save<Result>(
    fields: EntryFields,
    write: (fields: EntryFields) => Result,
  ): Promise<Result | undefined> {
    const focused = document.activeElement;
    setIsSaving(true);
    setProblem("");
    try {
      const taskId = await taskOfChoice(fields);
      let result: Result | undefined;
      const refused = await send(() => {
        result = write({ ...fields, taskId, description: fields.description.trim() });
      });
      if (refused === undefined) return undefined;
      if (refused.length === 0) return result;
      setProblem(explainRefused(refused, text));
    } catch (error) {
      setProblem(explainError(error, text));
    } finally {
      if (isOpen()) {
        // The fields are disabled while saving, so the focused one has lost the focus.
        flushSync(() => setIsSaving(false));
        if (document.activeElement === document.body && focused instanceof HTMLElement) focused.focus();
      }
    }
    return undefined;
  }

  return { save, isSaving, problem, setProblem };
}

/** Explains what the server refused, each reason once. */
export function explainRefused(refused: readonly Queued[], text: Catalogue): string {
  const reasons = refused.flatMap((queued) => {
    const { write, errors = [], error = "" } = queued;
    const each = write.kind === "create" ? [...explainEach(errors, write.entries.length, text).values()] : [];
    return each.length > 0 ? each : [explainRefusal(queued, error, text, false)];
  });
  return [...new Set(reasons)].join(" ");
}

/**
 * Sends writes from a dialog. Returns those that the server refused, for the dialog to explain; undefined if the dialog
 * has been closed meanwhile. A refused write stays in the frame's list if the dialog is closed or the frame can resolve
 * it.
 */
export function useSend() {
  const tracking = useTracking();
  const canExcuse = mayWriteLate(useMe());
  const isOpen = useIsOpen();

  return async function send(act: () => void): Promise<readonly Queued[] | undefined> {
    const refused = (await tracking.answersTo(act)).filter(
      ({ status, rules = [] }) => status === "failed" && !(canExcuse && rules.includes("latestDays")),
    );
    if (!isOpen()) return undefined;
    await Promise.all(refused.map(({ key }) => tracking.discard(key)));
    return refused;
  };
}

/**
 * Returns a function that tells whether the dialog is still open. Work may end after the dialog was closed, when
 * another dialog may be open.
 */
export function useIsOpen(): () => boolean {
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => void (open.current = false);
  }, []);
  return () => open.current;
}

import { memo, useEffect, useState } from "react";
import { explainError } from "#api/explain-error.ts";
import { type Done, useUndo } from "#api/undo.tsx";
import { useText } from "#api/settings.ts";
import classes from "./undo-toast.module.css";

const shownMs = 10_000;

/** For ten seconds after each write: what was done, and the way back, or what was taken back. Ctrl/⌘ Z goes further back. */
export const UndoToast = memo(function UndoToast() {
  const { history, undone, failure, dismiss, undo } = useUndo();
  const text = useText();
  const [shown, setShown] = useState<Done | string>();
  // After an undo the one before is what Ctrl/⌘ Z takes back next, and no news.
  const last = undone ?? history.at(-1);
  useEffect(() => {
    setShown(last);
    const timer = setTimeout(() => setShown(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [last, history.length]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement && event.target.closest("input, textarea, [contenteditable]");
      if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey || isTyping) return;
      event.preventDefault();
      undo();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [undo]);
  return (
    <div role="status" className={classes.place}>
      {failure !== undefined && (
        <p className={classes.toast}>
          {(failure.isUndo ? text.shell.notUndone : text.shell.notDone)(explainError(failure.error, text))}
          <button type="button" onClick={dismiss}>
            {text.shell.close}
          </button>
        </p>
      )}
      {shown !== undefined && (
        <p className={classes.toast}>
          <span>{typeof shown === "string" ? text.shell.undone(shown) : shown.label}</span>
          {typeof shown === "object" && (
            <button type="button" onClick={() => undo(shown)}>
              {text.shell.undo}
            </button>
          )}
        </p>
      )}
    </div>
  );
});

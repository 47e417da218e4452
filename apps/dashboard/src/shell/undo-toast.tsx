import {
  type FocusEvent,
  memo,
  type MouseEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { createPortal } from "react-dom";
import { explainError } from "#api/explain-error.ts";
import { type Done, useUndo } from "#state/undo.ts";
import { useText } from "#i18n/text.ts";
import { Button } from "#ui/button/button.tsx";
import classes from "./undo-toast.module.css";

const shownMs = 10_000;

/**
 * For ten seconds after each write, shows the action and offers to undo it. After an undo, shows the undone action.
 * Ctrl/⌘ Z also undoes earlier writes.
 */
export const UndoToast = memo(function UndoToast() {
  const { history, undone, failure, dismiss, isApplying, undo } = useUndo();
  const text = useText();
  const place = useRef<HTMLDivElement>(null);
  const before = useRef<Element>(null);
  // After an undo, the toast shows the undone write, not the write that would be undone next.
  const shown = useShown(undone ?? history.at(-1), history.length, isApplying, place);
  useUndoKey(undo);

  /**
   * Runs the action of a button that is about to disappear. After a key press, first returns the focus to where it was.
   */
  function leave(event: MouseEvent, action: () => void): void {
    const isByKey = event.detail === 0;
    if (isByKey && before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    action();
  }

  const dialog = useSyncExternalStore(followDialogs, findDialog);
  const toasts = (
    <div
      ref={place}
      role="status"
      className={classes.place}
      onFocus={({ relatedTarget }: FocusEvent) => void (before.current = relatedTarget)}
    >
      {failure !== undefined && (
        <p className={`toast row ${classes.toast}`}>
          {(failure.isUndo ? text.shell.notUndone : text.shell.notDone)(explainError(failure.error, text))}
          <Button kind="quiet" className={classes.undo} onClick={(event) => leave(event, dismiss)}>
            {text.shell.close}
          </Button>
        </p>
      )}
      {shown !== undefined && (
        <p className={`toast row ${classes.toast}`}>
          <span>{typeof shown === "string" ? text.shell.undone(shown) : shown.label}</span>
          {typeof shown === "object" && shown.other !== undefined && (
            <Button kind="quiet" className={classes.undo} onClick={(event) => leave(event, () => shown.other?.run())}>
              {shown.other.label}
            </Button>
          )}
          {typeof shown === "object" && (
            <Button kind="quiet" className={classes.undo} onClick={(event) => leave(event, () => undo(shown))}>
              {text.shell.undo}
            </Button>
          )}
        </p>
      )}
    </div>
  );
  return dialog === undefined ? toasts : createPortal(toasts, dialog);
});

/** The write to show for now: the last one, also if it is the same as before and only their `count` has changed. */
function useShown(
  last: Done | string | undefined,
  count: number,
  isApplying: boolean,
  place: RefObject<HTMLElement | null>,
) {
  const [shown, setShown] = useState<Done | string>();
  const newest = useRef(0);
  useEffect(() => {
    // If the last write was refused, the toast must not announce the previous one again.
    const isOld = typeof last === "object" && last.id < newest.current;
    if (typeof last === "object") newest.current = Math.max(newest.current, last.id);
    setShown(isOld ? undefined : last);
    let timer = setTimeout(hide, shownMs);
    // Keeps the toast while it has the keyboard focus.
    function hide(): void {
      if (place.current?.contains(document.activeElement) === true) timer = setTimeout(hide, shownMs);
      else setShown(undefined);
    }
    return () => clearTimeout(timer);
  }, [last, count, place]);
  useEffect(() => {
    // A person who undoes now means the change that is underway, not the one before.
    if (isApplying) setShown(undefined);
  }, [isApplying]);
  return shown;
}

function useUndoKey(undo: () => void): void {
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
}

/** The topmost dialog, which blocks clicks outside it. */
function findDialog(): Element | undefined {
  return [...document.querySelectorAll("dialog[open]")].at(-1);
}

function followDialogs(listener: () => void): () => void {
  const overlays = document.getElementById("overlays");
  const observer = new MutationObserver(listener);
  if (overlays !== null) observer.observe(overlays, { childList: true });
  return () => observer.disconnect();
}

import { X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { useText } from "#api/settings.ts";
import classes from "./dialog.module.css";
import icon from "./icon-button.module.css";

interface Props {
  /** Its heading; `label` names a dialog that has none. */
  title?: string;
  label?: string;
  /** Undefined: only what is in the dialog closes it. */
  onClose?: (() => void) | undefined;
  size?: "md" | "lg";
  isFullScreen?: boolean;
  /** Beside the looks of all dialogs. */
  className?: string | undefined;
  children: ReactNode;
}

/** A modal dialog. The browser keeps the focus in it, and gives it back to where it was. */
export function Dialog({ title, label, onClose, size = "md", isFullScreen = false, className = "", children }: Props) {
  const { shell } = useText();
  const titleId = useId();
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    return () => dialog?.close();
  }, []);

  function press(event: KeyboardEvent): void {
    if (event.key !== "Escape") return;
    // Not for the place that opened it.
    event.stopPropagation();
    onClose?.();
  }

  return createPortal(
    <dialog
      ref={ref}
      role="dialog"
      className={`${classes.dialog} ${className}`}
      data-size={size}
      data-full={isFullScreen || undefined}
      aria-label={label}
      aria-labelledby={title === undefined ? undefined : titleId}
      // Fields that take Escape for themselves stop it; the browser would close the dialog all the same.
      onKeyDownCapture={(event) => event.key === "Escape" && event.preventDefault()}
      onKeyDown={press}
      onCancel={(event) => {
        event.preventDefault();
        if (event.target === event.currentTarget) onClose?.();
      }}
      // Some browsers close it whatever it says.
      onClose={() => {
        if (ref.current === null) return;
        if (onClose === undefined) ref.current.showModal();
        else onClose();
      }}
      // All of the dialog is covered by what is in it: this is a press beside it.
      onMouseDown={(event) => event.target === event.currentTarget && onClose?.()}
    >
      {title !== undefined && (
        <div className={classes.head}>
          <h2 id={titleId}>{title}</h2>
          {onClose !== undefined && (
            <button type="button" className={icon.button} aria-label={shell.close} onClick={onClose}>
              <X size={18} aria-hidden />
            </button>
          )}
        </div>
      )}
      <div className={title === undefined ? undefined : classes.body}>{children}</div>
    </dialog>,
    document.getElementById("overlays") ?? document.body,
  );
}

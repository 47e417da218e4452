import { X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { IconButton } from "#ui/button/button.tsx";
import { Region } from "#ui/region.tsx";
import { useUiWords } from "#ui/words.ts";
import classes from "./dialog.module.css";

interface Props {
  /** The heading; a dialog without one needs a `label`. */
  title?: string;
  label?: string;
  /** If undefined, only the dialog's content can close the dialog. */
  onClose?: (() => void) | undefined;
  size?: "md" | "lg" | "xl";
  isFullScreen?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** A modal dialog. The browser traps the focus in it and restores it afterwards. */
export function Dialog({ title, label, onClose, size = "md", isFullScreen = false, className = "", children }: Props) {
  const { close } = useUiWords();
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
    // The event must not reach the component that opened the dialog.
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
      // Fields that handle Escape stop its propagation, but the browser would close the dialog anyway.
      onKeyDownCapture={(event) => event.key === "Escape" && event.preventDefault()}
      onKeyDown={press}
      onCancel={(event) => {
        event.preventDefault();
        if (event.target === event.currentTarget) onClose?.();
      }}
      // Some browsers close the dialog anyway. If only its content can close it, the dialog is reopened.
      onClose={() => {
        if (ref.current === null) return;
        if (onClose === undefined) ref.current.showModal();
        else onClose();
      }}
      // The content covers the whole dialog, so a press on the dialog element itself is on the backdrop.
      onMouseDown={(event) => event.target === event.currentTarget && onClose?.()}
    >
      {title !== undefined && (
        <div className={`row ${classes.head}`}>
          <h2 id={titleId}>{title}</h2>
          {onClose !== undefined && (
            <IconButton label={close} onClick={onClose}>
              <X size={18} aria-hidden />
            </IconButton>
          )}
        </div>
      )}
      <div className={title === undefined ? undefined : classes.body}>
        <Region>{children}</Region>
      </div>
    </dialog>,
    document.getElementById("overlays") ?? document.body,
  );
}

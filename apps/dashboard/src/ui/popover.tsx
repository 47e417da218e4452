import type { KeyboardEvent, ReactNode, RefObject } from "react";
import { Floating } from "./floating.tsx";
import classes from "./popover.module.css";

interface Props {
  anchor: RefObject<HTMLElement | null>;
  align?: "center" | "end";
  width?: number;
  label: string;
  className?: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** A small dialog beside a place. Tab stays within it. */
export function Popover({ label, className = "", onClose, ...props }: Props) {
  function press(event: KeyboardEvent<HTMLElement>): void {
    if (event.key === "Escape") return onClose();
    if (event.key !== "Tab") return;
    const all = event.currentTarget.querySelectorAll<HTMLElement>(":is(input, button, a[href]):not(:disabled)");
    const [first, last] = [all[0], all[all.length - 1]];
    if (document.activeElement !== (event.shiftKey ? first : last)) return;
    event.preventDefault();
    (event.shiftKey ? last : first)?.focus();
  }
  return (
    <Floating
      {...props}
      role="dialog"
      aria-label={label}
      takesFocus
      className={`${classes.popover} ${className}`}
      onLeave={onClose}
      onKeyDown={press}
    />
  );
}

import type { ComponentProps, KeyboardEvent, ReactNode, RefObject } from "react";
import { Button } from "#ui/button/button.tsx";
import { Floating, useFloating } from "#ui/floating/floating.tsx";
import classes from "./popover.module.css";

interface Props {
  anchor: RefObject<HTMLElement | null>;
  align?: "start" | "center" | "end";
  width?: number;
  label?: string;
  /** The id of the heading, in the popover, that replaces `label`. */
  labelledBy?: string;
  className?: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** A small dialog next to its anchor. Tab stays inside. */
export function Popover({ label, labelledBy, className = "", onClose, ...props }: Props) {
  function press(event: KeyboardEvent<HTMLElement>): void {
    if (event.key === "Escape") return onClose();
    if (event.key !== "Tab") return;
    const all = event.currentTarget.querySelectorAll<HTMLElement>(
      ":is(input, select, button, a[href]):not(:disabled, [tabindex='-1'])",
    );
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
      aria-labelledby={labelledBy}
      takesFocus
      className={`${classes.popover} ${className}`}
      onLeave={onClose}
      onKeyDown={press}
    />
  );
}

interface ButtonProps extends Omit<ComponentProps<"button">, "type" | "ref" | "onClick" | "onKeyDown" | "content"> {
  /** The popover's accessible name. */
  label: string;
  width?: number;
  content: (close: () => void) => ReactNode;
}

export function PopoverButton({ label, width = 320, content, ...props }: ButtonProps) {
  const { anchor, isOpen, close, button } = useFloating();
  return (
    <>
      <Button {...props} {...button} aria-haspopup="dialog" />
      {isOpen && (
        <Popover label={label} anchor={anchor} align="start" width={width} onClose={close}>
          {content(close)}
        </Popover>
      )}
    </>
  );
}

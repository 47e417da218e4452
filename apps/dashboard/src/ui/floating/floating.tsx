import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import classes from "./floating.module.css";

/** Pixels between the box and its anchor, and between the box and the edge of the window. */
const gap = 4;
const margin = 5;
const minHeight = 120;

type Align = "start" | "center" | "end";

export interface FloatingProps extends Omit<ComponentProps<"div">, "popover" | "ref"> {
  anchor: RefObject<HTMLElement | null>;
  align?: Align;
  /** The width in pixels at the default font size. Default: the width of the content. */
  width?: number | "anchor";
  /** Focuses the element with `data-autofocus`, or else the first focusable element. */
  takesFocus?: boolean;
  /** Called on a press outside the box and its anchor. */
  onLeave?: () => void;
}

/** A box below its anchor, or above it if the box doesn't fit below and there is more room above. */
export function Floating({
  anchor,
  align = "start",
  width,
  takesFocus = false,
  onLeave,
  className = "",
  onKeyDown,
  ...props
}: FloatingProps) {
  const ref = useRef<HTMLDivElement>(null);
  usePlacement(ref, { anchor, align, width, takesFocus });

  const leave = useEffectEvent((event: Event) => {
    const isInside = (element: HTMLElement | null) => element?.contains(event.target as Node) === true;
    if (!isInside(ref.current) && !isInside(anchor.current)) onLeave?.();
  });
  useEffect(() => {
    const press = (event: Event) => leave(event);
    document.addEventListener("pointerdown", press, true);
    return () => document.removeEventListener("pointerdown", press, true);
  }, []);

  function keepKeys(event: KeyboardEvent<HTMLDivElement>): void {
    onKeyDown?.(event);
    // Prevents the browser from also closing the dialog that contains the box.
    if (event.key === "Escape") event.preventDefault();
    // Keystrokes must not reach the element behind the popup.
    if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
  }

  return createPortal(
    <div
      {...props}
      ref={ref}
      popover="manual"
      // A press between the elements keeps the focus in the box, or in the field that the box belongs to.
      tabIndex={takesFocus ? -1 : undefined}
      onMouseDown={takesFocus ? undefined : (event) => event.preventDefault()}
      className={`${classes.box} ${className}`}
      style={typeof width === "number" ? { width: `${width / 16}rem` } : undefined}
      onKeyDown={keepKeys}
    />,
    // Rendered inside an open dialog, because screen readers ignore everything outside it.
    anchor.current?.closest("[role=dialog]") ?? document.getElementById("overlays") ?? document.body,
  );
}

type Placement = Required<Pick<FloatingProps, "anchor" | "align" | "takesFocus">> & {
  width: FloatingProps["width"];
};

/** Shows the box next to its anchor, and keeps it there. */
function usePlacement(ref: RefObject<HTMLElement | null>, { anchor, align, width, takesFocus }: Placement): void {
  useLayoutEffect(() => {
    const [box, from] = [ref.current, anchor.current];
    if (box === null || from === null) return undefined;
    // Shows the box in the top layer, where nothing can cover or clip it.
    box.showPopover?.();
    if (width === "anchor") box.style.width = `${from.offsetWidth}px`;
    const follow = (event?: Event) => {
      // Scrolling a list inside the box must not reposition the box.
      if (!(event?.target instanceof Node && box.contains(event.target))) place(box, from, align);
    };
    follow();
    if (takesFocus) firstToFocus(box).focus({ preventScroll: true });
    // Follows the size of the content, which changes while the person types.
    const observer = new ResizeObserver(() => follow());
    observer.observe(box);
    addEventListener("scroll", follow, { capture: true, passive: true });
    addEventListener("resize", follow);
    return () => {
      box.hidePopover?.();
      observer.disconnect();
      removeEventListener("scroll", follow, { capture: true });
      removeEventListener("resize", follow);
    };
  }, [ref, anchor, align, width, takesFocus]);
}

const focusable = "input, select, textarea, button, a[href]";

/** Without a field or button, as before the content has loaded, the box itself gets the focus and thereby the keys. */
function firstToFocus(box: HTMLElement): HTMLElement {
  return box.querySelector<HTMLElement>("[data-autofocus]") ?? box.querySelector<HTMLElement>(focusable) ?? box;
}

function place(box: HTMLElement, from: HTMLElement, align: Align): void {
  const { left, right, top, bottom } = from.getBoundingClientRect();
  // Excludes the space of the scroll bar, even if no scroll bar is shown.
  const windowWidth = document.documentElement.offsetWidth;
  const below = innerHeight - bottom - gap - margin;
  const above = top - gap - margin;
  box.style.maxHeight = `${Math.max(below, above, minHeight)}px`;
  const { offsetWidth: width, offsetHeight: height } = box;
  const start = align === "start" ? left : align === "end" ? right - width : (left + right - width) / 2;
  const y = height <= below || below >= above ? bottom + gap : top - gap - height;
  box.style.left = `${between(margin, start, windowWidth - margin - width)}px`;
  box.style.top = `${between(margin, y, innerHeight - margin - height)}px`;
}

/** Clamps a value. If there is too little room, `least` wins, so that the start of the box is visible. */
function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

/** The props of a button that toggles a floating box. The button gets the focus when the box closes. */
export function useFloating(onClosed?: () => void) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const open = useCallback(() => setIsOpen(true), []);
  function close(): void {
    setIsOpen(false);
    anchor.current?.focus();
    onClosed?.();
  }
  const button = {
    type: "button",
    ref: anchor,
    "aria-expanded": isOpen,
    onClick: () => (isOpen ? close() : open()),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      open();
    },
  } as const;
  return { anchor, isOpen, open, close, button };
}

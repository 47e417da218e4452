import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import classes from "./floating.module.css";

/** Pixels between the box and its anchor, and the edge of the window. */
const gap = 4;
const margin = 5;
const leastHeight = 120;

type Align = "start" | "center" | "end";

export interface FloatingProps extends Omit<ComponentProps<"div">, "popover" | "ref"> {
  /** The element that the box hangs from. */
  anchor: RefObject<HTMLElement | null>;
  align?: Align;
  /** In pixels at the usual font size. Without it the box is as wide as what is in it. */
  width?: number | "anchor";
  /** Gives the focus to the element with `data-autofocus`, else to the first one that takes it. */
  takesFocus?: boolean;
  /** Called on a press outside of the box and its anchor. */
  onLeave?: () => void;
}

/** A box below an element, above it where there is more room. */
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
  useLayoutEffect(() => {
    const [box, from] = [ref.current, anchor.current];
    if (box === null || from === null) return undefined;
    // In the browser's top layer nothing covers the box or cuts it off.
    box.showPopover?.();
    if (width === "anchor") box.style.width = `${from.offsetWidth}px`;
    const follow = (event?: Event) => {
      // Its own list scrolls too.
      if (!(event?.target instanceof Node && box.contains(event.target))) place(box, from, align);
    };
    follow();
    if (takesFocus) firstToFocus(box)?.focus({ preventScroll: true });
    // Its list grows and shrinks while somebody types.
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
  }, []);

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
    // The browser would close the dialog around it.
    if (event.key === "Escape") event.preventDefault();
    // Keys are for what floats, not for the place that it hangs from.
    if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
  }

  return createPortal(
    <div
      {...props}
      ref={ref}
      popover="manual"
      // A press between its elements leaves the focus in the box, or in the field that the box belongs to.
      tabIndex={takesFocus ? -1 : undefined}
      onMouseDown={takesFocus ? undefined : (event) => event.preventDefault()}
      className={`${classes.box} ${className}`}
      style={typeof width === "number" ? { width: `${width / 16}rem` } : undefined}
      onKeyDown={keepKeys}
    />,
    // Screen readers see nothing outside of an open dialog.
    anchor.current?.closest("[role=dialog]") ?? document.getElementById("overlays") ?? document.body,
  );
}

const focusable = "input, select, textarea, button, a[href]";

function firstToFocus(box: HTMLElement): HTMLElement | null {
  return box.querySelector<HTMLElement>("[data-autofocus]") ?? box.querySelector<HTMLElement>(focusable);
}

function place(box: HTMLElement, from: HTMLElement, align: Align): void {
  const { left, right, top, bottom } = from.getBoundingClientRect();
  // Without the room of a scroll bar, whether there is one or not.
  const windowWidth = document.documentElement.offsetWidth;
  const below = innerHeight - bottom - gap - margin;
  const above = top - gap - margin;
  box.style.maxHeight = `${Math.max(below, above, leastHeight)}px`;
  const { offsetWidth: width, offsetHeight: height } = box;
  const start = align === "start" ? left : align === "end" ? right - width : (left + right - width) / 2;
  const y = height <= below || below >= above ? bottom + gap : top - gap - height;
  box.style.left = `${between(margin, start, windowWidth - margin - width)}px`;
  box.style.top = `${between(margin, y, innerHeight - margin - height)}px`;
}

/** Where there is too little room, the beginning is seen. */
function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

/** A button, by its props, that opens and closes a floating box, and has the focus again afterwards. */
export function useFloating(onClosed?: () => void) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
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

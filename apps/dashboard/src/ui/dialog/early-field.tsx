import { type RefObject, useLayoutEffect, useRef } from "react";

interface Props {
  label: string;
  typed: RefObject<string>;
}

/** Buffers text typed while a dialog loads, because those keys would otherwise trigger the screen's shortcuts. */
export function EarlyField({ label, typed }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const { activeElement } = document;
    typed.current = "";
    field.current?.focus();
    // Returns the focus to the opener, so that the dialog can restore it there when it closes.
    return () => void (activeElement instanceof HTMLElement && activeElement.focus({ preventScroll: true }));
  }, [typed]);
  return (
    <input
      ref={field}
      className="visually-hidden"
      aria-label={label}
      onChange={({ currentTarget }) => void (typed.current = currentTarget.value)}
    />
  );
}

import type { ComponentProps, ElementType } from "react";
import classes from "./button.module.css";

export type ButtonKind = "main" | "plain" | "quiet" | "danger" | "link";

interface Props extends ComponentProps<"button"> {
  /**
   * `main` is for what to do next, once on a screen; `danger` is for the button of a dialog that deletes;
   * `link` is for a word in a sentence.
   */
  kind?: ButtonKind;
  isSmall?: boolean;
  /** Whether the button's action is running. */
  isBusy?: boolean;
  /** The element to render instead of a button, such as a link. */
  component?: ElementType;
  href?: string;
}

export function Button({ kind = "plain", isSmall = false, isBusy = false, component: Element, ...props }: Props) {
  const { className = "", disabled = false, ...rest } = props;
  const look = { ...rest, ...buttonLook(kind, isSmall), className: `${classes.button} ${className}` };
  if (Element !== undefined) return <Element {...look} />;
  return <button type="button" {...look} disabled={disabled || isBusy} aria-busy={isBusy || undefined} />;
}

/** The props that make another component's button look like a `Button`. */
export function buttonLook(kind: ButtonKind = "plain", isSmall = false) {
  return { className: classes.button, "data-kind": kind, "data-small": isSmall || undefined };
}

interface IconButtonProps extends Omit<ComponentProps<"button">, "type" | "title" | "aria-label"> {
  label: string;
  /** Whether the label is also a tooltip. */
  hasTooltip?: boolean;
}

/** The props that make another component's button look like an `IconButton`. */
export const iconLook = { className: classes.icon };

/** A button with only an icon. */
export function IconButton({ label, hasTooltip = false, className = "", ...props }: IconButtonProps) {
  const name = hasTooltip ? { title: label } : { "aria-label": label };
  return <button {...props} {...name} type="button" className={`${classes.icon} ${className}`} />;
}

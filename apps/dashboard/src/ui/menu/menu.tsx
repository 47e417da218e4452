import {
  type ComponentProps,
  createContext,
  type ElementType,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useId,
} from "react";
import { Floating, type FloatingProps, useFloating } from "#ui/floating/floating.tsx";
import classes from "./menu.module.css";

const CloseContext = createContext<() => void>(() => undefined);

interface ButtonProps extends Omit<ComponentProps<"button">, "type" | "ref" | "id" | "onClick" | "onKeyDown"> {
  items: ReactNode;
  align?: "start" | "end";
  width?: number;
}

export function MenuButton({ items, align = "end", width = 220, ...props }: ButtonProps) {
  const id = useId();
  const { anchor, isOpen, close, button } = useFloating();
  return (
    <>
      <button {...props} {...button} id={id} aria-haspopup="menu" aria-controls={isOpen ? `${id}-menu` : undefined} />
      {isOpen && (
        <Menu id={`${id}-menu`} aria-labelledby={id} anchor={anchor} align={align} width={width} onClose={close}>
          {items}
        </Menu>
      )}
    </>
  );
}

interface MenuProps extends FloatingProps {
  onClose: () => void;
}

/** An open menu, navigated with arrows, Home, End and first letters. */
export function Menu({ onClose, ...props }: MenuProps) {
  function press(event: KeyboardEvent<HTMLElement>): void {
    const { key } = event;
    if (key === "Escape" || key === "Tab") return onClose();
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=menuitem]")];
    const at = items.findIndex((item) => item === document.activeElement);
    const targets: Record<string, HTMLElement | undefined> = {
      ArrowDown: items[(at + 1) % items.length],
      ArrowUp: items.at(Math.max(at, 0) - 1),
      Home: items[0],
      End: items.at(-1),
    };
    const isLetter = key.length === 1 && key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
    const begins = ({ textContent }: HTMLElement) => textContent.toLowerCase().startsWith(key.toLowerCase());
    const next = isLetter ? [...items.slice(at + 1), ...items].find(begins) : targets[key];
    if (next === undefined && !isLetter) return;
    event.preventDefault();
    next?.focus();
  }
  return (
    <CloseContext value={onClose}>
      <Floating {...props} role="menu" takesFocus onLeave={onClose} onKeyDown={press} />
    </CloseContext>
  );
}

interface ItemProps extends Omit<ComponentProps<"button">, "type"> {
  /** The element to render instead of a button, such as a link. */
  component?: ElementType;
  href?: string;
  /** The keyboard shortcut for the same action. */
  shortcut?: string | false;
}

export function MenuItem({ component: Item = "button", shortcut = false, onClick, children, ...props }: ItemProps) {
  const close = useContext(CloseContext);
  return (
    <Item
      {...(Item === "button" && { type: "button" })}
      {...props}
      role="menuitem"
      tabIndex={-1}
      className={`row ${classes.item}`}
      onClick={(event: Parameters<NonNullable<typeof onClick>>[0]) => {
        close();
        onClick?.(event);
      }}
    >
      <span className="fill">{children}</span>
      {shortcut !== false && <kbd className="keyboard-only">{shortcut}</kbd>}
    </Item>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <div role="presentation" className={`small ${classes.heading}`}>
      {children}
    </div>
  );
}

export function MenuDivider() {
  return <div role="separator" className={classes.divider} />;
}

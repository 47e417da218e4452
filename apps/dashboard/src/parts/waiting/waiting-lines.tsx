import { CalendarClock, ClipboardCheck, Gauge, Undo2, X } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "wouter";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import type { useNote } from "#state/drafts/use-note.ts";
import { focusHeading } from "#ui/focus-heading.ts";
import { Button, IconButton } from "#ui/button/button.tsx";
import { useWaiting } from "./use-waiting.ts";
import { useWaitingWords } from "./use-waiting-words.ts";
import classes from "./waiting.module.css";

/** The shared class names of the icons' colours. */
const tones = { sentBack: "over", due: "warn", approve: "accent", budget: "warn" };
const icons = { sentBack: Undo2, due: CalendarClock, approve: ClipboardCheck, budget: Gauge };

interface Props {
  isOwnOnly: boolean;
  /** The number of lines that were shown last. */
  before: ReturnType<typeof useNote<number>>;
  /** Shown while they load. */
  room: ReactNode;
}

/** What waits for the person. Renders nothing if there is nothing. */
export function WaitingLines({ isOwnOnly, before, room }: Props) {
  const words = useWaitingWords();
  const { time } = useText();
  const format = useFormat();
  const [isOpen, setIsOpen] = useState(false);
  const lines = useWaiting(isOwnOnly);
  const count = lines?.length;
  useEffect(() => {
    if (count !== undefined && count !== (before.value ?? 0)) before.write(count || undefined);
  }, [count, before]);
  if (lines === undefined) return room;
  if (lines.length === 0) return null;
  return (
    <ul className={`list panel lined screen-only ${classes.lines}`} aria-label={words.title}>
      {lines.map(({ key, kind, what, detail, action, path, dismiss }) => {
        const Icon = icons[kind];
        return (
          <li key={key} className="row" data-kind={kind}>
            <Icon size={16} className={tones[kind]} aria-hidden />
            <p className={`fill ${classes.text}`}>
              <b>{what}</b> <span className="dim">{detail}</span>
            </p>
            <Link href={path} className="plain" aria-label={`${action}: ${what}`}>
              {action}
            </Link>
            <IconButton label={words.dismiss(what)} onClick={({ currentTarget }) => leave(currentTarget, dismiss)}>
              <X size={14} aria-hidden />
            </IconButton>
          </li>
        );
      })}
      {lines.length > 2 && (
        <li className={classes.more}>
          <Button kind="quiet" isSmall aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {time.others(format.number(lines.length - 1))}
          </Button>
        </li>
      )}
    </ul>
  );
}

/** Dismisses a line, and moves the focus to the button of the next one. */
function leave(button: HTMLElement, dismiss: () => void): void {
  const line = button.closest("li");
  const beside = [line?.nextElementSibling, line?.previousElementSibling].find((each) => each?.matches("[data-kind]"));
  flushSync(dismiss);
  beside?.querySelector("button")?.focus();
  if (beside?.contains(document.activeElement) !== true) focusHeading();
}

import { Modal } from "@mantine/core";
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from "react";
import { useText } from "#api/settings.ts";
import { findByName } from "#time/find-by-name.ts";
import { DayPreview } from "./day-preview.tsx";
import { type Command, useCommands } from "./use-commands.ts";
import { useTypedDay } from "./use-typed-day.ts";
import classes from "./palette.module.css";

/** Runs commands, finds projects and earlier entries, and writes a day that is typed: Enter does what is shown. */
export function Palette({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { palette, shell } = useText();
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const [isWriteAsked, setIsWriteAsked] = useState(false);
  const listId = useId();
  const day = useTypedDay(typed);
  const commands = useCommands();
  const found = useMemo(
    () => (typed.trim() === "" ? commands.filter(({ isUsual }) => isUsual) : findByName(commands, typed)).slice(0, 12),
    [commands, typed],
  );
  useEffect(() => {
    setActive(0);
    setIsWriteAsked(false);
  }, [typed]);
  // Enter may come before the tasks are there.
  useEffect(() => {
    if (!isWriteAsked || day.isLoading) return;
    setIsWriteAsked(false);
    if (day.write()) close();
  });

  function close(): void {
    setTyped("");
    onClose();
  }

  function run(command: Command | undefined): void {
    if (command === undefined) return;
    close();
    command.run();
  }

  function press(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setActive((active + step + found.length) % found.length);
    }
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (day.placed.length === 0) run(found[active]);
    else setIsWriteAsked(true);
  }

  return (
    <Modal
      opened={isOpen}
      onClose={close}
      withCloseButton={false}
      size={640}
      padding={0}
      attributes={{ content: { "aria-label": shell.search } }}
      yOffset="12vh"
      centered={false}
    >
      <input
        className={classes.input}
        role="combobox"
        aria-label={shell.search}
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-activedescendant={day.placed.length === 0 && found.length > 0 ? `${listId}-${active}` : undefined}
        placeholder={palette.placeholder}
        autoComplete="off"
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={press}
      />
      {day.placed.length > 0 ? (
        <DayPreview placed={day.placed} isLoading={day.isLoading} />
      ) : (
        <div id={listId} role="listbox" aria-label={palette.commands} className={classes.list}>
          {found.map((command, at) => (
            <button
              key={command.id}
              id={`${listId}-${at}`}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              className={classes.option}
              onMouseMove={() => setActive(at)}
              onClick={() => run(command)}
            >
              {command.icon}
              <span className={classes.name}>{command.name}</span>
              <span className={classes.kind}>{command.kind}</span>
              {command.keys !== undefined && <kbd>{command.keys}</kbd>}
            </button>
          ))}
          {found.length === 0 && <p className={classes.nothing}>{palette.nothing}</p>}
        </div>
      )}
      <p className={classes.hint}>{palette.hint}</p>
    </Modal>
  );
}

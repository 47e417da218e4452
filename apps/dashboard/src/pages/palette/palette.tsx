import { Button } from "@mantine/core";
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { useMe, useProjects } from "#api/queries.ts";
import { useSettings } from "#api/settings.ts";
import { Dialog } from "#pages/parts/dialog.tsx";
import { nameOfChoice, type SignChoice, useSignChoices } from "#pages/parts/use-sign-choices.ts";
import { plural } from "#text/catalogue.ts";
import { findByName } from "#time/find-by-name.ts";
import { putName, signAt } from "#time/typed-sign.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";
import { DayPreview } from "./day-preview.tsx";
import { SignList } from "./sign-list.tsx";
import { type Command, useCommands } from "./use-commands.ts";
import { useTypedDay } from "./use-typed-day.ts";
import classes from "./palette.module.css";

interface Props {
  /** Typed before the palette was there. */
  early: RefObject<string>;
  onClose: () => void;
  /** Shows the sheet of keys. */
  onShortcuts: () => void;
}

/** Runs commands, finds projects and earlier entries, and writes a day that is typed: Enter does what is shown. */
export function Palette({ early, onClose, onShortcuts }: Props) {
  const { text, language } = useSettings();
  const { palette, shell, time } = text;
  const canTrack = useMe().scopes.includes("time-entries:write");
  const [typed, setTyped] = useState("");
  const [cursor, setCursor] = useState(0);
  const [active, setActive] = useState(0);
  const [isWriteAsked, setIsWriteAsked] = useState(false);
  const listId = useId();
  const day = useTypedDay(typed);
  const commands = useCommands(onShortcuts);
  const projects = useProjects();
  const found = useMemo(
    () => (typed.trim() === "" ? commands.filter(({ isUsual }) => isUsual) : findByName(commands, typed)).slice(0, 12),
    [commands, typed],
  );
  const sign = signAt(typed, cursor);
  const choices = useSignChoices(sign);
  const isChoosing = sign !== undefined && choices.length > 0;
  const isPlain = !isChoosing && day.placed.length === 0;
  const count = isChoosing ? choices.length : isPlain ? found.length : 0;
  useEffect(() => {
    // Enter writes the day that is shown, unless somebody has gone to a choice.
    setActive(isChoosing ? -1 : 0);
    setIsWriteAsked(false);
  }, [typed, isChoosing]);
  // Enter may come before the tasks are there.
  useEffect(() => {
    if (!isWriteAsked || day.isLoading) return;
    setIsWriteAsked(false);
    void day.write().then((isWritten) => isWritten && close());
  });

  // Not before it is drawn: letters arrive until then.
  useLayoutEffect(() => {
    if (early.current === "") return;
    setTyped(early.current);
    setCursor(early.current.length);
    early.current = "";
  }, [early]);
  const input = useRef<HTMLInputElement>(null);
  function choose(choice: SignChoice | undefined): void {
    if (sign === undefined || choice === undefined) return;
    const name = choice.project === undefined ? choice.name : nameOfChoice(choice);
    const named = putName(typed, sign, name);
    const at = named.length - (typed.length - sign.to);
    // At once, so that the cursor can be put behind the name.
    flushSync(() => {
      setTyped(named);
      setCursor(at);
    });
    input.current?.setSelectionRange(at, at);
  }

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
    if (step !== undefined && count > 0) {
      event.preventDefault();
      setActive(active < 0 ? (step > 0 ? 0 : count - 1) : (active + step + count) % count);
    }
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (isChoosing && active >= 0) choose(choices[active]);
    else if (day.placed.length === 0) run(found[Math.max(0, active)]);
    else setIsWriteAsked(true);
  }

  return (
    <Dialog label={shell.search} className={classes.dialog} onClose={close}>
      <input
        ref={input}
        className={classes.input}
        role="combobox"
        aria-label={shell.search}
        aria-autocomplete="list"
        aria-expanded={count > 0}
        aria-controls={listId}
        aria-activedescendant={active >= 0 && active < count ? `${listId}-${active}` : undefined}
        placeholder={canTrack ? palette.placeholder : shell.search}
        autoComplete="off"
        data-autofocus
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setCursor(currentTarget.selectionStart ?? currentTarget.value.length);
        }}
        onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart ?? 0)}
        onKeyDown={press}
      />
      {isChoosing && (
        <SignList
          id={listId}
          label={sign.kind === "#" ? time.tags : time.findProject}
          choices={choices}
          active={active}
          onActive={setActive}
          onChoose={choose}
        />
      )}
      {day.placed.length > 0 ? (
        <DayPreview placed={day.placed} isLoading={day.isLoading} />
      ) : isChoosing ? null : (
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
              {command.projectId !== undefined && (
                <ColorDot color={projectColor(projects.find(({ id }) => id === command.projectId))} />
              )}
              <span className={classes.name}>{command.name}</span>
              <span className={classes.kind}>{command.kind}</span>
              {command.keys !== undefined && <kbd>{command.keys}</kbd>}
            </button>
          ))}
          {found.length === 0 && <p className={classes.nothing}>{palette.nothing}</p>}
        </div>
      )}
      <div className={classes.foot}>
        {canTrack && <p>{palette.hint}</p>}
        {day.placed.length > 0 && (
          <Button
            disabled={day.placed.some(({ entry }) => entry === undefined)}
            loading={isWriteAsked}
            onClick={() => setIsWriteAsked(true)}
          >
            {palette.write(plural(language, day.placed.length, palette.entry))}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

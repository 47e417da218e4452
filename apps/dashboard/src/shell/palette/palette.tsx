import {
  type KeyboardEvent,
  type RefObject,
  Suspense,
  useDeferredValue,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useState,
} from "react";
import { useMe, useProjects } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { useNote } from "#state/drafts/use-note.ts";
import { useTracked } from "#state/use-tracking.ts";
import { useSettings } from "#state/settings/settings.ts";
import { Dialog } from "#ui/dialog/dialog.tsx";
import { nameKeys } from "#i18n/name-keys.ts";
import { useAreChoicesLoading } from "#parts/entries/choices/use-project-choices.ts";
import { DayPreview } from "#parts/entries/typed-day/day-preview.tsx";
import { useDayField } from "#parts/entries/typed-day/use-day-field.tsx";
import { isGood, useTypedDay } from "#parts/entries/typed-day/use-typed-day.ts";
import { useIsOpen } from "#parts/entries/use-saving.ts";
import { plural } from "#i18n/catalogue.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";
import { useWhenReady } from "#ui/use-when-ready.ts";
import { type Command, findCommands, firstCommands, inGroups, trackedIn } from "./find-commands.ts";
import { useCommands } from "./use-commands.ts";
import { useCommandWords } from "#i18n/words/use-command-words.ts";
import { useStartTyped } from "./use-start-typed.ts";
import { Button } from "#ui/button/button.tsx";
import { ListBox, useActiveOption } from "#ui/menu/list-box.tsx";
import classes from "./palette.module.css";

/** The most commands to remember. More are remembered than listed, because not all are always there. */
const mostKept = 20;

interface Props {
  /** The text typed before the palette loaded. */
  early: RefObject<string>;
  onClose: () => void;
  onShortcuts: () => void;
  onSignOut: () => void;
}

/**
 * Runs commands, finds projects and earlier entries, and creates entries from a typed day. Enter runs the highlighted
 * item.
 */
export function Palette({ early, onClose, ...given }: Props) {
  const text = useText();
  const { language } = useSettings();
  const { shell, time } = text;
  const words = useCommandWords();
  const canTrack = useMe().scopes.includes("time-entries:write");
  const field = useDayField<HTMLInputElement>();
  const { typed, type, isChoosing } = field;
  const [isAdding, setIsAdding] = useState(false);
  const isOpen = useIsOpen();
  const listId = useId();
  const day = useTypedDay(typed);
  // Deferred, so that the field appears, and takes the keys, before the commands.
  const isListed = useDeferredValue(true, false);
  // Deferred, so that the text appears before thousands of names have been searched.
  const searched = useDeferredValue(typed.trim());
  const commands = useCommands({ ...given, isSearching: searched !== "" });
  const projects = useProjects();
  const { value: recent, write: writeRecent } = useNote<string[]>("recent-commands");
  const matching = useMemo(
    () => (searched === "" ? firstCommands(commands, recent ?? []) : findCommands(commands, searched)),
    [commands, searched, recent],
  );
  const areLoading = useAreChoicesLoading();
  const startTyped = useStartTyped();
  const timer = useTracked((view) => view.timer);
  const tracked = searched === "" && timer === null ? "" : trackedIn(searched, words.startVerbs);
  // Typed words may name a project, so they start the timer only once all names are known.
  const canStart = canTrack && (!areLoading || tracked === "");
  // Words that nothing is called come last, so that no highlighted command moves when they appear.
  const others = canStart && searched !== "" ? [startTyped(searched)] : [];
  const found =
    canStart && tracked !== undefined
      ? inGroups([startTyped(tracked), ...matching])
      : [...inGroups(matching), ...others];
  const isPlain = !isChoosing && day.lines.length === 0;
  const good = day.lines.filter(isGood).length;
  const count = isChoosing ? field.choices.length : isPlain ? found.length : 0;
  // Typing removes the highlight of a name, so that Enter submits the whole text.
  const first = isChoosing ? -1 : 0;
  const { active, move, moveTo } = useActiveOption({ count, first, typed: `${typed} ${isChoosing}` });
  const [writeOnceLoaded, isWriteAsked] = useWhenReady(!day.isLoading, write, typed);
  const isSearched = searched === typed.trim();
  const isFound = !areLoading || (found.length > 0 && (tracked ?? "") === "");
  const [runOnceFound] = useWhenReady(isSearched && isFound, () => run(found[isChoosing ? 0 : active]), typed);

  function write(): void {
    if (isAdding) return;
    setIsAdding(true);
    void day
      .add("; ")
      .then((added) => isOpen() && (added?.rest === "" ? close() : type(added?.rest ?? typed)))
      .finally(() => setIsAdding(false));
  }

  // Takes the early text only once the palette has rendered, because people may type more until then.
  const takeEarly = useEffectEvent(() => {
    if (early.current === "") return;
    type(early.current);
    early.current = "";
  });
  useLayoutEffect(() => takeEarly(), []);

  function close(): void {
    type("");
    onClose();
  }

  function run(command: Command | undefined): void {
    if (command === undefined) return;
    close();
    writeRecent([command.id, ...(recent ?? []).filter((id) => id !== command.id)].slice(0, mostKept));
    command.run();
  }

  function press(event: KeyboardEvent): void {
    if (event.key === "Escape" && isChoosing) {
      event.stopPropagation();
      field.closeList();
    }
    if (move(event) || event.key !== "Enter") return;
    event.preventDefault();
    if (isChoosing && active >= 0) field.choices[active]?.choose();
    else if (day.lines.length > 0) {
      if (good > 0 || day.isLoading) writeOnceLoaded();
    } else runOnceFound();
  }

  return (
    <Dialog label={shell.search} className={classes.dialog} onClose={close}>
      <input
        {...field.props}
        className={classes.input}
        role="combobox"
        aria-label={shell.search}
        aria-autocomplete="list"
        aria-expanded={count > 0}
        aria-controls={listId}
        aria-activedescendant={active >= 0 && active < count ? `${listId}-${active}` : undefined}
        readOnly={isAdding}
        placeholder={canTrack ? words.placeholder : shell.search}
        autoComplete="off"
        data-autofocus
        onKeyDown={press}
      />
      {isChoosing && (
        <ListBox
          id={listId}
          label={field.listLabel}
          options={field.choices}
          active={active}
          onPoint={moveTo}
          onChoose={(key) => field.choices.find((each) => each.key === key)?.choose()}
        />
      )}
      {day.lines.length > 0 ? (
        <Suspense>
          <DayPreview
            day={day}
            isBusy={isAdding}
            onMended={field.focus}
            onFix={(line, fixed) => type(day.lines.map((each) => (each === line ? fixed : each.item.typed)).join("; "))}
          />
        </Suspense>
      ) : isChoosing ? null : (
        <>
          <ListBox
            id={listId}
            label={words.groups.commands}
            className={classes.list}
            options={(isListed ? found : []).map(({ id, name, effect, icon: Icon, keys, projectId, group }, at) => ({
              key: id,
              heading: at > 0 && group === found[at - 1]?.group ? undefined : words.groups[group ?? "commands"],
              label: (
                <>
                  <span className="row dim">
                    {Icon && <Icon size={16} aria-hidden />}
                    {projectId !== undefined && (
                      <ColorDot color={projectColor(projects.find((project) => project.id === projectId))} />
                    )}
                  </span>
                  <span className="fill cut">
                    <Marked text={name} typed={searched} />
                  </span>
                  <span className="dim cut">{effect}</span>
                  {keys !== undefined && <kbd className="keyboard-only">{nameKeys(keys, text.keys)}</kbd>}
                </>
              ),
            }))}
            active={active}
            onPoint={moveTo}
            onChoose={(key) => run(found.find(({ id }) => id === key))}
          />
          {found.length === 0 && isSearched && <p className="dim inset">{words.nothing}</p>}
        </>
      )}
      <div className={`between ${classes.foot}`}>
        {canTrack && <p className="small fill">{day.sum || words.hint}</p>}
        {day.lines.length > 0 && (
          <Button kind="main" disabled={good === 0} isBusy={isWriteAsked || isAdding} onClick={writeOnceLoaded}>
            {words.write(plural(language, good || day.lines.length, time.entry))}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/** A name in which the typed letters are marked. */
function Marked({ text, typed }: { text: string; typed: string }) {
  const at = text.toLowerCase().indexOf(typed.toLowerCase());
  if (typed === "" || at < 0) return text;
  const end = at + typed.length;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  );
}

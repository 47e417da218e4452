import { useState } from "react";
import { useText } from "#i18n/text.ts";
import { useScreens } from "#screen/screens.ts";
import { Dialog } from "#ui/dialog/dialog.tsx";
import { nameKeys } from "#i18n/name-keys.ts";
import { useGuideWords } from "#i18n/words/use-guide-words.ts";
import { Answers } from "#parts/help/answers.tsx";
import { Segmented } from "#ui/choices/groups.tsx";
import classes from "./help-panel.module.css";

export type HelpPart = "answers" | "keys";

interface Props {
  /** The part that is shown first. */
  first: HelpPart;
  onClose: () => void;
}

/** The help: short answers, and the keys. */
export function HelpPanel({ first, onClose }: Props) {
  const words = useGuideWords();
  const [part, setPart] = useState(first);
  return (
    <Dialog onClose={onClose} title={words.title}>
      <Segmented
        label={words.title}
        className={classes.parts}
        value={part}
        options={[
          ["answers", words.parts.answers],
          ["keys", words.parts.keys],
        ]}
        onChange={setPart}
      />
      {part === "keys" ? <Keys /> : <Answers onOpen={onClose} />}
    </Dialog>
  );
}

type Rows = [key: string, what: string][];

/** All shortcuts, grouped by where they work. */
function useKeys(keys: ReturnType<typeof useGuideWords>["keys"]): [where: string, Rows][] {
  const { entries, screens: names } = useText();
  const screens = useScreens();
  return [
    [
      keys.everywhere,
      [
        ["Ctrl K, ⌘ K", keys.palette],
        ["W", keys.describe],
        ["S", keys.startOrStop],
        ["N", keys.addEntry],
        ["Ctrl Z, ⌘ Z", keys.undo],
        ["?", keys.sheet],
        ["Esc", keys.close],
      ],
    ],
    [
      keys.goTo,
      screens.flatMap(({ key, name }): Rows => (key === undefined ? [] : [[`G ${key.toUpperCase()}`, names[name]]])),
    ],
    [
      entries.list,
      [
        ["↑ ↓, J K", keys.nextEntry],
        ["Enter", entries.edit],
        ["Space, X", entries.selectEntry],
        ["Shift ↑ ↓", keys.selectMore],
        ["C", entries.continue],
        ["D", entries.duplicate],
        ["Y", entries.copyTo],
        ["V", entries.split],
        ["B", entries.billable],
        ["H", entries.history],
        ["Delete", entries.delete],
        ["/, Ctrl F, ⌘ F", entries.search],
        ["T", keys.trim],
      ],
    ],
    [
      keys.inCalendar,
      [
        ["Alt ← → ↑ ↓", keys.move],
        ["Alt Shift ↑ ↓", keys.resize],
        ["N", keys.newEntry],
        ["D", keys.duplicate],
        ["Page ↑ ↓", keys.turnPage],
      ],
    ],
    [
      keys.inTimesheet,
      [
        ["F2", keys.editCell],
        ["Shift F2", keys.openCell],
        ["Enter, Tab, ← → ↑ ↓", keys.keepAndGo],
        ["Delete", keys.emptyCells],
        ["Ctrl C V, ⌘ C V", keys.copyPaste],
      ],
    ],
  ];
}

function Keys() {
  const { keys } = useText();
  const words = useGuideWords().keys;
  return (
    <>
      {useKeys(words).map(([title, rows]) => (
        <section key={title} className={classes.group}>
          <h3>{title}</h3>
          <dl className="list">
            {rows.map(([key, what]) => (
              <div key={key} className={`between ${classes.row}`}>
                <dt>{what}</dt>
                <dd>
                  <kbd>{nameKeys(key, keys)}</kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p>{words.turnOff}</p>
    </>
  );
}

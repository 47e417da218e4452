import type { Catalogue } from "#i18n/catalogue.ts";
import { useText } from "#i18n/text.ts";
import { useScreens } from "#screen/screens.ts";
import { Dialog } from "#ui/dialog/dialog.tsx";
import { nameKeys } from "#i18n/name-keys.ts";
import classes from "./shortcut-sheet.module.css";

type Rows = [keys: string, what: string][];

/** All shortcuts, grouped by where they work. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { shell, keys } = useText();
  const groups = useGroups();
  return (
    <Dialog onClose={onClose} title={shell.shortcuts}>
      {groups.map(([title, rows]) => (
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
      <p>{keys.turnOff}</p>
    </Dialog>
  );
}

function useGroups(): [title: string, rows: Rows][] {
  const { keys, entries, screens: names } = useText();
  const screens = useScreens();
  return [
    [
      keys.everywhere,
      [
        ["Ctrl K, ⌘ K", keys.palette],
        ["W", keys.describe],
        ["S", keys.startOrStop],
        ["Ctrl Z, ⌘ Z", keys.undo],
        ["?", keys.sheet],
        ["Esc", keys.close],
      ],
    ],
    [
      keys.goTo,
      screens.flatMap(({ key, name }): Rows => (key === undefined ? [] : [[`G ${key.toUpperCase()}`, names[name]]])),
    ],
    [entries.list, rowsOfEntries(entries)],
    [[names.time, names.calendar, names.timesheet].join(", "), [["N", keys.addEntry]]],
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

/** The keys of a focused entry in the list. */
function rowsOfEntries(entries: Catalogue["entries"]): Rows {
  return [
    ["↑ ↓, J K", entries.keyMove],
    ["Enter", entries.edit],
    ["Space, X", entries.selectEntry],
    ["Shift ↑ ↓", entries.keySelectMore],
    ["C", entries.continue],
    ["D", entries.duplicate],
    ["Y", entries.copyTo],
    ["V", entries.split],
    ["B", entries.billable],
    ["H", entries.history],
    ["Delete", entries.delete],
    ["/, Ctrl F, ⌘ F", entries.search],
    ["T", entries.keyTrim],
  ];
}

import { useText } from "#api/settings.ts";
import { Dialog } from "#pages/parts/dialog.tsx";
import classes from "./shortcut-sheet.module.css";

/** All keys, by where they work. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { shell, keys, entries } = useText();
  const groups: [string, [string, string][]][] = [
    [
      keys.everywhere,
      [
        ["Ctrl K, ⌘ K", keys.palette],
        ["N", keys.describe],
        ["S", keys.startOrStop],
        ["Ctrl Z, ⌘ Z", keys.undo],
        ["?", keys.sheet],
        ["Esc", keys.close],
      ],
    ],
    [
      keys.goTo,
      [
        ["G T", shell.time],
        ["G C", shell.calendar],
        ["G S", shell.timesheet],
        ["G P", shell.projects],
        ["G R", shell.reports],
        ["G M", shell.team],
        ["G O", shell.settings],
        ["G U", shell.profile],
      ],
    ],
    [
      entries.list,
      [
        ["↑ ↓, J K", entries.keyMove],
        ["Enter", entries.edit],
        ["Space, X", entries.selectEntry],
        ["Shift ↑ ↓", entries.keySelectMore],
        ["C", entries.continue],
        ["D", entries.duplicate],
        ["V", entries.split],
        ["B", entries.billable],
        ["H", entries.history],
        ["Delete", entries.delete],
        ["/", entries.search],
        ["T", entries.keyTrim],
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
  return (
    <Dialog onClose={onClose} title={shell.shortcuts}>
      {groups.map(([title, rows]) => (
        <section key={title} className={classes.group}>
          <h2>{title}</h2>
          <dl className={classes.list}>
            {rows.map(([key, what]) => (
              <div key={key} className={classes.row}>
                <dt>{what}</dt>
                <dd>
                  <kbd>{key}</kbd>
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

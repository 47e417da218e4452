import type { TimeEntry } from "@stint/sdk";
import { Folder, X } from "lucide-react";
import { useSettings } from "#api/settings.ts";
import { taskOfChoice } from "#api/task-of-choice.ts";
import { type Choice, ProjectPicker } from "#pages/parts/project-picker.tsx";
import { TagPicker } from "#pages/parts/tag-picker.tsx";
import { plural } from "#text/catalogue.ts";
import { sumOf } from "#time/group-by-day.ts";
import type { EntryActions } from "#pages/parts/use-entry-actions.ts";
import classes from "./selection-bar.module.css";

interface Props {
  selected: readonly TimeEntry[];
  actions: EntryActions;
  onClear: () => void;
}

/** The actions on all selected entries at once. */
export function SelectionBar({ selected, actions, onClear }: Props) {
  const { text, language, format } = useSettings();
  const { entries: words } = text;

  async function choose(choice: Choice): Promise<void> {
    const taskId = await taskOfChoice(choice);
    if (taskId !== undefined) actions.changeAll(selected, () => ({ projectId: choice.projectId, taskId }));
  }

  function addTags(added: readonly string[]): void {
    actions.changeAll(selected, ({ tags }) => {
      const known = new Set(tags.map((tag) => tag.toLowerCase()));
      return { tags: [...tags, ...added.filter((tag) => !known.has(tag.toLowerCase()))].slice(0, 20) };
    });
  }

  return (
    <div role="toolbar" className={classes.bar} aria-label={plural(language, selected.length, words.selected)}>
      <b role="status">
        {plural(language, selected.length, words.selected)} · {format.duration(sumOf(selected).seconds)}
      </b>
      <ProjectPicker
        label={words.setProject}
        none={{ name: words.setProject, icon: <Folder size={16} aria-hidden /> }}
        value={undefined}
        onChange={(choice) => void choose(choice)}
      />
      <TagPicker tags={[]} onChange={addTags} />
      <button type="button" onClick={() => actions.changeAll(selected, () => ({ billable: true }))}>
        {words.makeBillable}
      </button>
      <button type="button" onClick={() => actions.changeAll(selected, () => ({ billable: false }))}>
        {words.makeNotBillable}
      </button>
      <button
        type="button"
        onClick={() => {
          actions.remove(selected);
          onClear();
        }}
      >
        {words.delete}
      </button>
      <button type="button" aria-label={words.clearSelection} title={words.clearSelection} onClick={onClear}>
        <X size={16} aria-hidden />
      </button>
    </div>
  );
}

import type { TimeEntry } from "@stint/sdk";
import { Folder, X } from "lucide-react";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { TagPicker } from "#parts/entries/choices/tag-picker.tsx";
import { TaskPicker } from "./task-picker.tsx";
import { plural } from "#i18n/catalogue.ts";
import { sumOf } from "#time/group-by-day.ts";
import type { EntryActions } from "#parts/entries/use-entry-actions.ts";
import { Button, IconButton } from "#ui/button/button.tsx";

interface Props {
  selected: readonly TimeEntry[];
  actions: EntryActions;
  onCopy: (entries: readonly TimeEntry[]) => void;
  onClear: () => void;
}

export function SelectionBar({ selected, actions, onCopy, onClear }: Props) {
  const text = useText();
  const format = useFormat();
  const { language } = useSettings();
  const { entries: words } = text;

  function addTags(added: readonly string[]): void {
    actions.changeAll(selected, ({ tags }) => {
      const known = new Set(tags.map((tag) => tag.toLowerCase()));
      return { tags: [...tags, ...added.filter((tag) => !known.has(tag.toLowerCase()))].slice(0, 20) };
    });
  }

  return (
    <div role="toolbar" className="panel wrap selection" aria-label={words.selection}>
      <b role="status">
        {plural(language, selected.length, words.selected)} · {format.duration(sumOf(selected).seconds)}
      </b>
      <TaskPicker
        label={words.setProject}
        none={{ name: words.setProject, icon: <Folder size={16} aria-hidden /> }}
        value={undefined}
        onChange={(place) => actions.changeAll(selected, () => place)}
      />
      <TagPicker tags={[]} onChange={addTags} />
      <Button kind="quiet" onClick={() => actions.changeAll(selected, () => ({ billable: true }))}>
        {words.makeBillable}
      </Button>
      <Button kind="quiet" onClick={() => actions.changeAll(selected, () => ({ billable: false }))}>
        {words.makeNotBillable}
      </Button>
      <Button kind="quiet" onClick={() => onCopy(selected)}>
        {words.copyTo}
      </Button>
      <Button
        kind="quiet"
        onClick={() => {
          actions.remove(selected);
          onClear();
        }}
      >
        {words.delete}
      </Button>
      <IconButton label={words.clearSelection} hasTooltip onClick={onClear}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  );
}

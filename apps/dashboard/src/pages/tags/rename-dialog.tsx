import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { stint } from "#api/connection/client.ts";
import { defineQuery } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { useTracking } from "#state/use-tracking.ts";
import { useFormDraft } from "#state/drafts/use-form-draft.ts";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { useChange } from "#state/use-change.ts";
import { plural } from "#i18n/catalogue.ts";
import { TextInput } from "#ui/fields/text-input.tsx";
import { useTagWords } from "./use-tag-words.ts";

interface Props {
  /** Several names mean that the tags are merged. */
  names: readonly string[];
  onDone: () => void;
  onClose: () => void;
}

/** Renames a tag or merges several, after showing how many entries change. */
export function RenameDialog({ names, onDone, onClose }: Props) {
  const text = useText();
  const format = useFormat();
  const { language } = useSettings();
  const words = useTagWords();
  const [name = ""] = names;
  const isMerge = names.length > 1;
  const rename = useRename(names);
  const [{ to }, set, draft] = useFormDraft(`tags ${names.join(" ")}`, undefined, { to: name });
  const asked = useDeferredValue(to.trim());
  const preview = useQuery({
    ...defineQuery(["tag-rename", names, asked], () => stint.tags.rename({ from: names, to: asked, dryRun: true })),
    enabled: asked !== "" && (isMerge || asked !== name),
    gcTime: 0,
  });
  const { changed = 0, locked = 0 } = preview.data ?? {};

  return (
    <FormDialog
      title={isMerge ? words.mergeTitle(format.list(names.map(text.shell.quoted))) : words.renameTitle(name)}
      submit={isMerge ? words.mergeDo : words.renameDo}
      onSend={() => rename(to.trim()).then(onDone)}
      onClose={onClose}
      draft={draft}
    >
      <TextInput
        name="to"
        label={words.to}
        hint={words.toHint}
        value={to}
        onChange={({ currentTarget }) => set({ to: currentTarget.value })}
        maxLength={50}
        required
        data-autofocus
      />
      <p role="status">
        {preview.data !== undefined &&
          [
            changed === 0 ? words.nothing : plural(language, changed, words.changes),
            ...(locked > 0 ? [words.locked(format.number(locked))] : []),
            words.running,
          ].join(" · ")}
      </p>
    </FormDialog>
  );
}

/** Returns a function that renames the tags on the server, and offers to undo it. */
function useRename(from: readonly string[]) {
  const words = useTagWords();
  const tracking = useTracking();
  const change = useChange();
  return (to: string) =>
    change({
      label: from.length > 1 ? words.merged : words.renamed,
      queries: ["tags", "reports"],
      run: async () => {
        const done = await stint.tags.rename({ from, to });
        await tracking.refresh();
        return done;
      },
      revert: async ({ id }) => {
        if (id !== null) await stint.tags.undoRename({ id });
        await tracking.refresh();
      },
    });
}

import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { stint } from "#api/client.ts";
import { useSettings } from "#api/settings.ts";
import { useTracking } from "#api/use-tracking.tsx";
import { CopyAsCall } from "#pages/parts/copy-as-call.tsx";
import { FormDialog } from "#pages/parts/form-dialog.tsx";
import { useChange } from "#pages/parts/use-change.ts";
import { plural } from "#text/catalogue.ts";
import { useTagWords } from "./use-tag-words.ts";

interface Props {
  /** One is renamed; several are merged. */
  names: readonly string[];
  onDone: () => void;
  onClose: () => void;
}

/** Renames a tag or merges several, after saying how many entries change. */
export function RenameDialog({ names, onDone, onClose }: Props) {
  const { text, format, language } = useSettings();
  const words = useTagWords();
  const tracking = useTracking();
  const change = useChange();
  const [name = ""] = names;
  const isMerge = names.length > 1;
  const [to, setTo] = useState(name);
  const asked = useDeferredValue(to.trim());
  const preview = useQuery({
    queryKey: ["tag-rename", names, asked],
    queryFn: () => stint.tags.rename({ from: names, to: asked, dryRun: true }),
    enabled: asked !== "" && (isMerge || asked !== name),
    gcTime: 0,
  });
  const { changed = 0, locked = 0 } = preview.data ?? {};
  const call = {
    operation: "tags.rename",
    method: "POST",
    path: "/v1/tags/rename",
    body: { from: names, to: asked },
  } as const;

  async function send(): Promise<void> {
    await change({
      label: isMerge ? words.merged : words.renamed,
      queries: ["tags", "reports"],
      run: async () => {
        const done = await stint.tags.rename({ from: names, to: to.trim() });
        await tracking.refresh();
        return done;
      },
      takeBack: async ({ id }) => {
        if (id !== null) await stint.tags.undoRename({ id });
        await tracking.refresh();
      },
    });
    onDone();
  }

  return (
    <FormDialog
      title={isMerge ? words.mergeTitle(format.list(names.map(text.shell.quoted))) : words.renameTitle(name)}
      submit={isMerge ? words.mergeDo : words.renameDo}
      onSend={send}
      onClose={onClose}
      aside={<CopyAsCall call={call} />}
    >
      {(errorOf) => (
        <>
          <TextInput
            name="to"
            label={words.to}
            description={words.toHint}
            inputWrapperOrder={["label", "input", "description", "error"]}
            value={to}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
            maxLength={50}
            required
            data-autofocus
            error={errorOf("to")}
          />
          <p role="status">
            {preview.data !== undefined &&
              [
                changed === 0 ? words.nothing : plural(language, changed, words.changes),
                ...(locked > 0 ? [words.locked(format.number(locked))] : []),
                words.running,
              ].join(" · ")}
          </p>
        </>
      )}
    </FormDialog>
  );
}

import { useFormDraft } from "#state/drafts/use-form-draft.ts";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { useSavedWords } from "./use-saved-words.ts";

interface Props {
  title: string;
  submit: string;
  name: string;
  /** Undefined hides the choice between private and shared. */
  shared?: boolean | undefined;
  onSend: (fields: { name: string; shared: boolean }) => Promise<unknown>;
  onClose: () => void;
}

export function NameForm({ title, submit, name, shared, onSend, onClose }: Props) {
  const words = useSavedWords();
  const [{ isShared }, set, draft] = useFormDraft(`report ${name}`, undefined, { isShared: shared === true });
  return (
    <FormDialog
      title={title}
      submit={submit}
      onSend={(given) => onSend({ name: given["name"] ?? "", shared: isShared }).then(() => true)}
      onClose={onClose}
      draft={draft}
    >
      {(errorOf) => (
        <>
          <TextInput
            name="name"
            label={words.name}
            defaultValue={name}
            maxLength={200}
            required
            data-autofocus
            error={errorOf("name")}
          />
          {shared !== undefined && (
            <>
              <Checkbox
                label={words.shareWithAll}
                checked={isShared}
                onChange={(isChecked) => set({ isShared: isChecked })}
              />
              <p>{words.saveLead}</p>
            </>
          )}
        </>
      )}
    </FormDialog>
  );
}

import { useState } from "react";
import type { FormDraft } from "#ui/dialog/form-dialog.tsx";
import { useNote } from "./use-note.ts";

interface Kept<Values> {
  /** The object as the form showed it. A draft of an earlier version would undo what others have changed since. */
  object: string;
  values: Values;
  fields: Record<string, string>;
}

/**
 * Keeps the values of a dialog's form after the dialog has closed, until they are sent or discarded. `initial` has the
 * values that the form holds in its state; text fields with a name need none. `object` is undefined for a new one. A
 * draft does not replace the values of `given`, which the person chose by opening the form.
 */
export function useFormDraft<Values extends object>(
  kind: string,
  object: { id: string } | undefined,
  initial: Values,
  given: Partial<Values> = {},
) {
  const note = useNote<Kept<Values>>(`${kind} ${object?.id ?? "new"} draft`);
  const [base] = useState(() => ({ object: JSON.stringify(object ?? null), values: initial, given }));
  const [kept, setKept] = useState(() => {
    const found = note.read();
    return found?.object === base.object ? found : undefined;
  });
  const [values, setValues] = useState<Values>({ ...initial, ...kept?.values, ...given });
  const draft: FormDraft = {
    fields: kept?.fields,
    keep(fields) {
      // Changes to what was given are not kept, because the form then begins with what is given next.
      const isChanged =
        Object.keys(fields).length > 0 || JSON.stringify({ ...values, ...base.given }) !== JSON.stringify(base.values);
      note.write(isChanged ? { object: base.object, values, fields } : undefined);
    },
    forget: () => note.write(undefined),
    discard() {
      note.write(undefined);
      setKept(undefined);
      setValues(base.values);
    },
  };
  return [values, (part: Partial<Values>) => setValues((before) => ({ ...before, ...part })), draft] as const;
}

import { Plus } from "lucide-react";
import { lazy, useRef, useState } from "react";
import { useMe } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { clock } from "#api/connection/client.ts";
import { dayOf } from "#time/zoned.ts";
import { EarlyField } from "#ui/dialog/early-field.tsx";
import { useSettings } from "#state/settings/settings.ts";
import { Part } from "#ui/dialog/part.tsx";
import { Button } from "#ui/button/button.tsx";

const load = () => import("./add-entry.tsx").then((m) => ({ default: m.AddEntry }));
const AddEntry = lazy(load);

interface Props {
  /** The day for items in the text that don't name one. Default: today. */
  day?: string;
  onAdded?: (ms: number) => void;
  /** Whether something else on the screen comes first. */
  isSecond?: boolean;
}

/** Opens the dialog for adding an entry or a whole day. The N key presses it. Hidden from people who can't write entries. */
export function AddEntryButton({ day, onAdded, isSecond = false }: Props) {
  const { time } = useText();
  const { shortcuts, zone } = useSettings();
  const canWrite = useMe().scopes.includes("time-entries:write");
  const [isOpen, setIsOpen] = useState(false);
  const typed = useRef("");
  if (!canWrite) return null;
  return (
    <>
      <Button
        kind={isSecond ? "plain" : "main"}
        data-add-entry
        onPointerEnter={() => void load()}
        onClick={() => setIsOpen(true)}
      >
        <Plus size={16} aria-hidden /> {time.addEntry}
        {shortcuts && (
          <kbd aria-hidden className="keyboard-only">
            N
          </kbd>
        )}
      </Button>
      {isOpen && (
        <Part onClose={() => setIsOpen(false)} fallback={<EarlyField label={time.addEntry} typed={typed} />}>
          <AddEntry
            day={day ?? dayOf(clock.now(), zone)}
            typedBefore={typed}
            onAdded={onAdded}
            onClose={() => setIsOpen(false)}
          />
        </Part>
      )}
    </>
  );
}

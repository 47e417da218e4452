import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { useSearchParams } from "wouter";
import { useMe } from "#api/queries.ts";
import { clock } from "#api/connection/client.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { dayOf } from "#time/zoned.ts";
import { apart } from "#ui/apart.ts";
import { EarlyField } from "#ui/dialog/early-field.tsx";
import { Part } from "#ui/dialog/part.tsx";
import { Button } from "#ui/button/button.tsx";
import classes from "./add-entry-button.module.css";

const form = apart(() => import("./add-entry.tsx").then((m) => m.AddEntry));
const AddEntry = form.show;

/** What other apps share with this one (public/manifest.webmanifest). */
const sharing = ["title", "text", "url"];

interface Props {
  /** The day for items in the text that don't name one. Default: today. */
  day?: string;
  onAdded?: (ms: number) => void;
  /** Whether something else on the screen comes first. */
  isSecond?: boolean;
}

/**
 * Opens the dialog for adding an entry or a whole day, like the N key. On a phone, it is in the middle of the
 * navigation. Hidden from people who can't write entries.
 */
export function AddEntryButton({ day: shown, onAdded, isSecond = false }: Props) {
  const { time } = useText();
  const canWrite = useMe().scopes.includes("time-entries:write");
  const { shortcuts, zone } = useSettings();
  const day = shown ?? dayOf(clock.now(), zone);
  const [params, setParams] = useSearchParams();
  const shared = sharing.flatMap((name) => params.get(name) ?? []).join(" ");
  const isAsked = shared !== "" || params.has("add");
  const [isOpen, setIsOpen] = useState(isAsked);
  const close = () => {
    setIsOpen(false);
    if (isAsked) setParams({}, { replace: true });
  };
  const typed = useRef("");
  if (!canWrite) return null;
  return (
    <>
      <Button
        kind={isSecond ? "plain" : "main"}
        className={classes.add}
        data-add-entry
        onPointerEnter={() => void form.loadAhead()}
        onClick={() => setIsOpen(true)}
      >
        <Plus size={16} aria-hidden /> {time.addEntry}
        {shortcuts && (
          <kbd className="keyboard-only" aria-hidden>
            N
          </kbd>
        )}
      </Button>
      {isOpen && (
        <Part onClose={close} fallback={<EarlyField label={time.addEntry} typed={typed} />}>
          <AddEntry day={day} typedBefore={typed} onAdded={onAdded} description={shared} onClose={close} />
        </Part>
      )}
    </>
  );
}

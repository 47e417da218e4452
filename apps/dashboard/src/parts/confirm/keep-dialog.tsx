import { type ReactNode, useState } from "react";
import { Dialog } from "#ui/dialog/dialog.tsx";
import { afterClosing } from "#ui/dialog/after-closing.ts";
import { DialogButtons } from "#ui/dialog/dialog-buttons.tsx";
import { focusHeading } from "#ui/focus-heading.ts";
import { useLeaveGuard } from "./use-leave-guard.ts";
import { Button } from "#ui/button/button.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";

interface Props {
  title: string;
  words: { stored: string; done: string };
  onDone: () => void;
  children: ReactNode;
}

/** Shows something that is never shown again. The dialog closes only when the person confirms having stored it. */
export function KeepDialog({ title, words, onDone, children }: Props) {
  const [isStored, setIsStored] = useState(false);
  useLeaveGuard(!isStored);
  function finish(): void {
    onDone();
    // The button that opened the dialog may be gone, for example because two-factor sign-in is now on.
    afterClosing(() => document.activeElement === document.body && focusHeading());
  }
  return (
    <Dialog title={title}>
      <div className="form">
        {children}
        <Checkbox label={words.stored} checked={isStored} onChange={setIsStored} />
        <DialogButtons>
          <Button kind="main" disabled={!isStored} onClick={finish}>
            {words.done}
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  );
}

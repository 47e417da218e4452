import { useState } from "react";
import { Button } from "#ui/button/button.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";

interface Props {
  /** The label of both this button and the confirm button of its dialog. */
  label: string;
  title: string;
  lead: string;
  onConfirm: () => Promise<unknown>;
}

/** A button for an irreversible action, which asks for confirmation. */
export function ConfirmButton(props: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{props.label}</Button>
      {isOpen && <ConfirmDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

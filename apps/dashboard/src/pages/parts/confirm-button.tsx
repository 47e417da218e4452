import { Button } from "@mantine/core";
import { useState } from "react";
import { ConfirmDialog } from "./confirm-dialog.tsx";

interface Props {
  /** On the button, and on the one that confirms. */
  label: string;
  /** The question, and what follows from it. */
  title: string;
  lead: string;
  onConfirm: () => Promise<unknown>;
}

/** A button for what is not taken back: it asks first. */
export function ConfirmButton(props: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {props.label}
      </Button>
      {isOpen && <ConfirmDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

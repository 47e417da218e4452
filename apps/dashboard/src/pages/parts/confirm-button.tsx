import { Button, type ButtonProps, Modal } from "@mantine/core";
import { useState } from "react";
import { useText } from "#api/settings.ts";
import { useAction } from "./use-action.ts";
import { useProof } from "./use-proof.tsx";

interface Props extends ButtonProps {
  /** On the button, and on the one that confirms. */
  label: string;
  /** The question, and what follows from it. */
  title: string;
  lead: string;
  onConfirm: () => Promise<void>;
}

/** A button for what is not taken back: it asks first, and for the password where the server wants that. */
export function ConfirmButton({ label, title, lead, onConfirm, ...button }: Props) {
  const { shell } = useText();
  const [isOpen, setIsOpen] = useState(false);
  const action = useAction();
  const { withProof, proof } = useProof();
  const close = () => setIsOpen(false);
  return (
    <>
      <Button variant="default" {...button} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Modal
        opened={isOpen && proof === undefined}
        onClose={close}
        title={title}
        closeButtonProps={{ "aria-label": shell.close }}
      >
        <div style={{ display: "grid", gap: 16 }}>
          <p>{lead}</p>
          <p role="alert">{action.message}</p>
          <div style={{ display: "flex", gap: 8 }}>
            <Button loading={action.isRunning} onClick={() => action.run(() => withProof(onConfirm).then(close))}>
              {label}
            </Button>
            <Button variant="default" onClick={close}>
              {shell.cancel}
            </Button>
          </div>
        </div>
      </Modal>
      {proof}
    </>
  );
}

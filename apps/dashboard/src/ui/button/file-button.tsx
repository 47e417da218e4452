import { useRef } from "react";
import { Button } from "./button.tsx";

interface Props {
  label: string;
  /** The endings of the files to offer. */
  accept: string;
  isBusy: boolean;
  onChoose: (files: FileList | null) => void;
}

/** The main button of a screen on which people choose a file of their device. */
export function FileButton({ label, accept, isBusy, onChoose }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button kind="main" isBusy={isBusy} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        onChange={({ currentTarget }) => {
          onChoose(currentTarget.files);
          // Allows choosing the same file again.
          currentTarget.value = "";
        }}
      />
    </>
  );
}

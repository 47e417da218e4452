import { type ReactNode, Suspense, useState } from "react";
import { Dialog } from "./dialog.tsx";
import { Region } from "#ui/region.tsx";
import { useUiWords } from "#ui/words.ts";

interface Props {
  /** Shown while the part loads. */
  fallback?: ReactNode;
  /** Closes a part that opens over the screen. If such a part fails, its message opens there too. */
  onClose?: (() => void) | undefined;
  children: ReactNode;
}

/** A part of a screen that loads when it is needed. If it fails, the rest of the screen keeps working. */
export function Part({ fallback, onClose, children }: Props) {
  const { fault } = useUiWords();
  const [tries, setTries] = useState(0);
  const frame =
    onClose &&
    ((message: ReactNode) => (
      <Dialog
        title={fault.title}
        onClose={() => {
          setTries(tries + 1);
          onClose();
        }}
      >
        {message}
      </Dialog>
    ));
  return (
    <Region key={tries} frame={frame}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Region>
  );
}

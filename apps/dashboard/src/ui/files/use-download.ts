import { useState } from "react";
import { saveFile } from "./save-file.ts";

export type Download =
  | { is: "idle" }
  | { is: "running"; bytes: number; cancel: () => void }
  | { is: "done"; bytes: number }
  | { is: "cancelled" }
  | { is: "failed"; error: unknown };

/** Downloads a file from the API while showing the progress, and saves it. */
export function useDownload() {
  const [state, setState] = useState<Download>({ is: "idle" });

  /** Downloads and saves a file; returns whether it was saved. `ask` can return undefined to cancel. */
  async function take(
    ask: (signal: AbortSignal) => Promise<Response | undefined>,
    nameOf: (response: Response) => string,
  ): Promise<boolean> {
    const ender = new AbortController();
    const cancel = () => ender.abort();
    setState({ is: "running", bytes: 0, cancel });
    try {
      const response = await ask(ender.signal);
      if (response === undefined) {
        setState({ is: "idle" });
        return false;
      }
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      let bytes = 0;
      const reader = response.body?.getReader();
      for (;;) {
        const piece = await reader?.read();
        if (piece?.value === undefined) break;
        pieces.push(piece.value);
        bytes += piece.value.byteLength;
        setState({ is: "running", bytes, cancel });
      }
      saveFile(nameOf(response), new Blob(pieces, { type: response.headers.get("content-type") ?? "" }));
      setState({ is: "done", bytes });
      return true;
    } catch (error) {
      setState(ender.signal.aborted ? { is: "cancelled" } : { is: "failed", error });
      return false;
    }
  }

  return { state, take };
}

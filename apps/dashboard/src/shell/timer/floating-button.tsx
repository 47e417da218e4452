import { PictureInPicture2 } from "lucide-react";
import { useState } from "react";
import { useText } from "#i18n/text.ts";
import { apart } from "#ui/apart.ts";
import { Part } from "#ui/dialog/part.tsx";
import { IconButton } from "#ui/button/button.tsx";

const floating = apart(() => import("./floating-timer.tsx").then((m) => m.FloatingTimer));
const FloatingTimer = floating.show;

/** Document Picture-in-Picture, which TypeScript's DOM types lack. */
interface PictureInPicture {
  requestWindow: (options: { width: number; height: number }) => Promise<Window>;
}

declare global {
  interface Window {
    documentPictureInPicture?: PictureInPicture;
  }
}

/** Opens the timer in an always-on-top window, in browsers that support it. */
export function FloatingButton() {
  const { time } = useText();
  const [view, setView] = useState<Window>();
  const { documentPictureInPicture } = window;
  if (documentPictureInPicture === undefined) return null;
  async function open(from: PictureInPicture): Promise<void> {
    const opened = await from.requestWindow({ width: 340, height: 90 });
    opened.addEventListener("pagehide", () => setView(undefined));
    setView(opened);
  }
  return (
    <>
      <IconButton
        className="wide-only"
        label={time.float}
        hasTooltip
        aria-pressed={view !== undefined}
        onPointerEnter={() => void floating.loadAhead()}
        onClick={() => (view === undefined ? void open(documentPictureInPicture).catch(() => undefined) : view.close())}
      >
        <PictureInPicture2 size={16} aria-hidden />
      </IconButton>
      <Part onClose={() => view?.close()}>{view !== undefined && <FloatingTimer view={view} />}</Part>
    </>
  );
}

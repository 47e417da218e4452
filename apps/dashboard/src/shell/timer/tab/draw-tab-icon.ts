const size = 64;

/**
 * Draws a tab icon with a short text such as `41` or `2h`, or a plain mark if the text is empty. Returns a data URL.
 */
export function drawTabIcon(text: string): string {
  const canvas = document.createElement("canvas");
  canvas.width = size;
  canvas.height = size;
  const pen = canvas.getContext("2d");
  if (pen === null) return "";
  const style = getComputedStyle(document.documentElement);
  pen.fillStyle = style.getPropertyValue("--live");
  pen.beginPath();
  pen.roundRect(0, 0, size, size, 14);
  pen.fill();
  pen.fillStyle = style.getPropertyValue("--on-live");
  if (text === "") pen.fillRect(22, 22, 20, 20);
  pen.font = `700 ${text.length > 2 ? 30 : 40}px system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(text, size / 2, size / 2 + 3);
  return canvas.toDataURL("image/png");
}

/** Formats minutes up to an hour, then whole hours, because a tab icon has room for only two characters. */
export function shortRunning(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? String(minutes) : `${Math.floor(minutes / 60)}h`;
}

/** Milliseconds of the device's clock until which the server takes no further request of this session. */
let untilMs = 0;
let saidMs = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Reads from a reply how many requests the server would take now, and after how many seconds more: `r=0;t=8`. */
export function observeLimit(rateLimit: string | null, sentMs: number): void {
  const [, left, seconds] = /;\s*r=(\d+);\s*t=(\d+)/.exec(rateLimit ?? "") ?? [];
  if (left === "0") {
    saidMs = Date.now();
    tell(saidMs + Number(seconds) * 1000);
    // Replies may arrive in another order than they were sent.
  } else if (left !== undefined && sentMs > saidMs) tell(0);
}

function tell(ms: number): void {
  if (ms === untilMs) return;
  untilMs = ms;
  clearTimeout(timer);
  if (ms > 0) timer = setTimeout(() => tell(0), ms - Date.now());
  for (const listener of listeners) listener();
}

/** Until when requests wait because the session has sent too many; 0 while none does. */
export function heldUpUntil(): number {
  return untilMs;
}

/** Calls `listener` when that changes; returns what ends it. */
export function onHeldUp(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

import type { heldUp as en } from "#text/en/held-up.ts";

export const heldUp: typeof en = {
  pause: (seconds) =>
    `Viele Anfragen in kurzer Zeit: Der Server nimmt in spätestens ${seconds} s wieder welche an. Bis dahin sehen Sie den zuletzt bekannten Stand.`,
  wait: (seconds) =>
    `Viele Anfragen in kurzer Zeit: Der Server nimmt in spätestens ${seconds} s wieder welche an. Dann öffnet sich diese Seite von selbst.`,
};

import type { rateLimited as en } from "#i18n/en/rate-limited.ts";

export const rateLimited: typeof en = {
  pause: (seconds) =>
    `Zu viele Anfragen in kurzer Zeit: Der Server nimmt die nächste in ${seconds} s an. Bis dahin sehen Sie die zuletzt geladenen Daten.`,
  wait: (seconds) =>
    `Zu viele Anfragen in kurzer Zeit: Der Server nimmt die nächste in ${seconds} s an. Danach öffnet sich diese Seite automatisch.`,
};

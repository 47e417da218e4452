import type { rateLimited as en } from "#i18n/en/rate-limited.ts";

export const rateLimited: typeof en = {
  pause: (seconds) =>
    `Trop de requêtes en peu de temps : le serveur acceptera la prochaine dans ${seconds} s. D’ici là, vous voyez les dernières données chargées.`,
  wait: (seconds) =>
    `Trop de requêtes en peu de temps : le serveur acceptera la prochaine dans ${seconds} s. Cet écran s’ouvrira alors automatiquement.`,
};

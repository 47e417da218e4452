import type { lines as en } from "#i18n/en/lines.ts";

export const lines: typeof en = {
  otherZone: (here, shown) => `Les heures sont celles de ${shown}, pas de ${here}.`,
  useZone: (zone) => `Utiliser ${zone}`,
  keepZone: (zone) => `Garder ${zone}`,
  unknownZone: (zone, shown) => `Ce navigateur ne connaît pas le fuseau ${zone}. Les heures sont celles de ${shown}.`,
  yours: "Votre version",
  theirs: "L’autre version",
  sessionEnded: "Votre session est terminée",
  sessionEndedText: "Reconnectez-vous pour continuer. Tout ce qui est à l’écran reste en place.",
  signInAsOther: "Se connecter avec un autre compte",
  unsentStay:
    "Les modifications non envoyées restent dans ce navigateur, chiffrées, et seront envoyées quand vous vous reconnecterez ici.",
  unsentGo: "Si vous vous déconnectez maintenant, les modifications non envoyées seront perdues.",
};

import type { settings as en } from "#i18n/en/settings.ts";

export const settings: typeof en = {
  navigation: "Paramètres",
  you: "vous",
  never: "jamais",
  secretOnce: "Affiché seulement maintenant : il ne pourra plus l’être. Enregistrez-le avant de continuer.",
  copy: "Copier",
  copied: "Copié",
  notCopied: "Votre navigateur n’a pas autorisé la copie.",
  stored: "Je l’ai enregistré",
  done: "Terminé",
};

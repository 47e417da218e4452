import type { settings as en } from "#i18n/en/settings.ts";

export const settings: typeof en = {
  navigation: "Paramètres",
  you: "vous",
  never: "jamais",
  secretOnce: "Cette information n’est affichée que maintenant. Enregistrez-la avant de continuer.",
  copy: "Copier",
  copied: "Copié",
  notCopied: "Votre navigateur n’a pas autorisé la copie.",
  stored: "Je l’ai enregistrée",
  done: "Terminé",
};

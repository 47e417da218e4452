import type { settings as en } from "#i18n/en/settings.ts";

export const settings: typeof en = {
  navigation: "Paramètres",
  you: "vous",
  never: "jamais",
  secretOnce: "Cette information n’est affichée que maintenant. Enregistrez-la avant de continuer.",
  copy: "Copier",
  copied: "Copié",
  notCopied: "Votre navigateur n’a pas autorisé la copie.",
  onlyThisMachine: (origin) =>
    `Les liens commencent par ${origin}, que seul cet ordinateur peut ouvrir. Pour que d’autres puissent les ouvrir, réglez PUBLIC_URL sur l’adresse de ce serveur et redémarrez-le.`,
  stored: "C’est enregistré",
  done: "Terminé",
};

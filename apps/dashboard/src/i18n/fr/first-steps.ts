import type { firstSteps as en } from "#i18n/en/first-steps.ts";

export const firstSteps: typeof en = {
  import: "Importer depuis un autre outil de suivi du temps",
  invite: "Inviter votre équipe",
  sample: "Essayer avec des données d’exemple",
  sampleMade: "Données d’exemple ajoutées",
  sampleRunning: "Ajout des données d’exemple…",
  sampleHere: "Cette organisation contient des données d’exemple.",
  sampleRemove: "Supprimer les données d’exemple",
  sampleRemoved: "Données d’exemple supprimées",
  sampleFailed: "Les données d’exemple n’ont pas pu être chargées.",
};

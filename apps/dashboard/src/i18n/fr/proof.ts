import type { proof as en } from "#i18n/en/proof.ts";

export const proof: typeof en = {
  title: "Confirmez que c’est bien vous",
  lead: "Votre connexion date de plus de 10 minutes.",
  goOn: "Continuer",
  elsewhere:
    "Vous n’avez pas de mot de passe. Reconnectez-vous avec votre fournisseur, puis réessayez dans les 10 minutes.",
  signInAgain: "Se reconnecter",
};

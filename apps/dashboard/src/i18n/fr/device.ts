import type { device as en } from "#i18n/en/device.ts";

export const device: typeof en = {
  lead: "Un programme que vous avez lancé demande à utiliser Stint en votre nom.",
  caution:
    "Ne continuez que si vous venez de lancer ce programme vous-même. Personne chez Stint ni dans votre organisation ne vous demandera jamais de saisir un code. Toute personne qui vous en envoie un veut voir et modifier votre temps.",
  code: "Code",
  codeHint: "Le programme affiche un code comme WDJB-MJHT.",
  goOn: "Continuer",
  compare: "Le programme affiche-t-il le même code ?",
  program: "Programme",
  machine: "Ordinateur",
  address: "Demande envoyée depuis",
  organization: "Organisation",
  keyName: "Nom de la clé",
  validUntil: "Code valable jusqu’à",
  isMine: "J’ai lancé ce programme, et il affiche ce code",
  connect: "Connecter",
  deny: "Refuser",
  otherCode: "Saisir un autre code",
  connecting: "Vous pouvez retourner au programme : il se connecte en quelques secondes.",
  connected: (name) => `Le programme est connecté avec la clé API « ${name} ». Vous pouvez fermer cette page.`,
  denied: "Vous avez refusé la demande. Le programme n’a aucun accès à votre temps.",
  manage: "Afficher les clés API",
};

import type { openId as en } from "#i18n/en/open-id.ts";

export const openId: typeof en = {
  errors: {
    openid_unavailable:
      "Votre fournisseur est injoignable. Réessayez plus tard ou connectez-vous avec un mot de passe.",
    openid_failed:
      "La connexion par votre fournisseur a échoué. Réessayez. Si le problème persiste, prévenez la personne qui administre ce serveur : la cause figure dans son journal.",
    expired:
      "Cette connexion a duré plus de dix minutes, est déjà terminée ou a commencé dans un autre navigateur. Reconnectez-vous.",
    denied:
      "Votre fournisseur ne vous a pas laissé entrer, ou vous avez annulé. Si vous devriez avoir accès, adressez-vous à la personne qui administre ce serveur.",
    openid_not_proved:
      "Votre fournisseur ne vous a pas demandé de vous reconnecter. Stint ne peut donc pas être sûr que c’est bien vous. Choisissez « Mot de passe oublié ? » pour définir un mot de passe, puis confirmez avec celui-ci.",
    no_address:
      "Votre fournisseur n’a pas transmis d’adresse e-mail. Demandez à la personne qui administre ce serveur de corriger cela chez le fournisseur.",
    unverified_address:
      "Votre fournisseur n’indique pas que votre adresse e-mail est vérifiée. Demandez à la personne qui administre ce serveur de corriger cela chez le fournisseur.",
    unknown_address: "Personne n’a ici votre adresse e-mail. Demandez une invitation.",
    other_identity:
      "Le compte qui a votre adresse e-mail est associé à un autre compte chez votre fournisseur. Demandez à la personne qui administre ce serveur de le dissocier.",
    no_membership: "Vous n’êtes membre actif d’aucune organisation ici. Demandez l’accès à un administrateur.",
    not_linked:
      "Aucun membre n’est associé à ce compte. Connectez-vous avec un mot de passe ou demandez une invitation.",
  },
};

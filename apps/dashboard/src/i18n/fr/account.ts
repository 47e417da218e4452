import type { account as en } from "#i18n/en/account.ts";

export const account: typeof en = {
  signInWith: (name) => `Se connecter avec ${name}`,
  email: "Adresse e-mail",
  name: "Votre nom",
  haveAccount: "J’ai déjà un compte ici",
  haveNoAccount: "Je n’ai pas encore de compte",
  password: "Mot de passe",
  newPassword: "Nouveau mot de passe",
  passwordRule: "Au moins 10 caractères. Une phrase est facile à retenir.",
  setPassword: "Définir le mot de passe",
  passwordSet: "Votre nouveau mot de passe est défini. Toutes vos sessions ont été fermées.",
  show: "Afficher le mot de passe",
  secondFactor: "Double authentification",
  code: "Code de votre application d’authentification",
  recoveryCode: "Code de récupération",
  recoveryCodeRule: "Chaque code ne sert qu’une fois.",
  useCode: "Utiliser plutôt l’application",
  useRecoveryCode: "Utiliser plutôt un code de récupération",
  forgotten: "Mot de passe oublié ?",
  forgottenLead:
    "Si un compte correspond à cette adresse, vous recevrez un e-mail avec un lien pour définir un nouveau mot de passe. Le lien est valable une heure et ne sert qu’une fois.",
  sendLink: "Envoyer le lien",
  linkSent: "Si un compte correspond à cette adresse, le lien est en route.",
  noMail:
    "Ce serveur n’envoie pas d’e-mails. Demandez un lien à la personne qui l’administre : la commande stint-server password-link en crée un.",
  setUp: "Configurer Stint",
  setUpLead:
    "Donnez un nom à votre organisation et créez votre compte. Vous serez propriétaire de l’organisation. Vous pourrez tout modifier par la suite ; la devise seulement tant qu’il n’y a ni taux ni montants.",
  insecure:
    "La connexion ne fonctionne pas à cette adresse : en http simple, les navigateurs ne gardent ni session, ni copie hors ligne, ni notifications.",
  setUpHttps: "Configurer https",
  noCookies:
    "La connexion est impossible dans ce navigateur, car il bloque les cookies. Autorisez les cookies pour ce site, puis rechargez la page.",
  setUpNeeded:
    "Stint n’est pas encore configuré. Ouvrez le lien que le serveur a affiché à son démarrage ; il en affiche un nouveau à chaque démarrage.",
  isSetUp: "Une organisation existe déjà. Connectez-vous en tant que membre, ou demandez une invitation.",
  organizationName: "Organisation",
  organizationHint: "Votre entreprise, ou votre nom si vous travaillez seul(e).",
  noDeviceZone: "Votre navigateur n’indique aucun fuseau horaire existant. Choisissez celui de votre organisation.",
  currency: "Devise",
  acceptInvitation: "Accepter l’invitation",
  invitationLead: (organization, role, email) =>
    `Vous êtes invité à rejoindre ${organization} en tant que ${role}, avec l’adresse ${email}.`,
  invitationLinkNeeded: "Ouvrez le lien de votre invitation. Il est valable sept jours et ne sert qu’une fois.",
  roles: {
    owner: "propriétaire",
    admin: "administrateur",
    manager: "gestionnaire",
    member: "membre",
    viewer: "observateur",
  },
  signingOut: "Déconnexion…",
  signedOut: "Vous êtes déconnecté.",
  signOutPending: "Vous n’êtes pas encore déconnecté",
  signOutPendingText:
    "Le serveur ne répond pas : votre session est encore ouverte dans ce navigateur. Ne confiez cet appareil à personne pour l’instant.",
  signOutPendingLater:
    "Vos données ont été supprimées de ce navigateur. Stint continue d’essayer de vous déconnecter et réessaiera à la prochaine ouverture.",
};

import type { grants as english } from "#i18n/en/grants.ts";

export const grants: typeof english = {
  title: (program) => `Connecter « ${program} » ?`,
  lead: (program, organization) =>
    `« ${program} » demande à utiliser Stint en votre nom dans l’organisation « ${organization} ».`,
  caution: "Ne continuez que si vous venez de lancer cette connexion vous-même.",
  loading: "Lecture de la demande…",
  describedBy: (host) => `Les informations sur ce programme proviennent de ${host}.`,
  registered: "Personne n’a vérifié le nom de ce programme : il s’est enregistré lui-même.",
  goesTo: (host) => `L’accès sera accordé à ${host}.`,
  goesToMachine: (host) => `L’accès sera accordé à un programme sur cet ordinateur (${host}).`,
  otherOrganization: "Changer d’organisation",
  scopes: "Ce qu’il peut faire",
  scopesHint:
    "Les cases cochées correspondent à la demande du programme. Vous décidez de ce qu’il obtient et pourrez le modifier plus tard.",
  ends: "Fin de la connexion",
  never: "Quand je le déconnecte, ou après 30 jours sans utilisation",
  connect: "Connecter",
  decline: "Refuser",
  back: (host) => `Revenir au programme (${host})`,
  connected: "Programme connecté. Vous pouvez fermer cette page et revenir au programme.",
  declined: "Demande refusée. Vous pouvez fermer cette page et revenir au programme.",
  mayNot:
    "Votre organisation ne vous permet pas de connecter des programmes. Adressez-vous à un propriétaire ou à un administrateur.",
  faulty: "La demande du programme est incorrecte, il ne peut donc pas être connecté. Message pour ses développeurs :",
  damaged: "L’adresse de cette page est incomplète ou incorrecte. Recommencez dans le programme.",
  problems: {
    unknown_client:
      "Ce programme n’est pas enregistré ici, ou ne l’est plus. Supprimez la connexion dans le programme, puis ajoutez-la de nouveau.",
    wrong_redirect_uri:
      "La demande donnerait accès à une adresse qui n’appartient pas au programme. Quelqu’un essaie peut-être d’accéder à votre temps. Fermez cette page.",
    unreadable_client: "La description du programme n’a pas pu être chargée depuis son site web. Réessayez plus tard.",
  },
  programs: "Programmes connectés",
  programsLead:
    "Les programmes connectés, par exemple des assistants IA, agissent au nom de la personne qui les a connectés, et uniquement dans les limites indiquées ici.",
  empty:
    "Aucun programme connecté. Pour en connecter un, saisissez dans le programme l’adresse de ce serveur suivie de /mcp.",
  address: (url) => `Adresse pour les programmes : ${url}`,
  guide: "Comment connecter un assistant",
  connectedOn: (day) => `connecté le ${day}`,
  edit: "Modifier les autorisations…",
  editTitle: (program) => `Ce que « ${program} » peut faire`,
  editHint: "Les changements prennent effet immédiatement. Inutile de reconnecter le programme.",
  edited: "Autorisations modifiées",
  end: "Déconnecter…",
  endTitle: (program) => `Déconnecter « ${program} » ?`,
  endLead: "Il perd l’accès immédiatement. Il pourra être connecté de nouveau.",
  endDo: "Déconnecter",
  ended: "Programme déconnecté",
};

import type { guide as en } from "#i18n/en/guide.ts";

export const guide: typeof en = {
  lead: "Comment faire l’essentiel. Pour trouver le reste, appuyez sur Ctrl K et tapez un mot.",
  title: "Aide",
  parts: { answers: "Comment …", keys: "Touches" },
  search: "Chercher dans l’aide",
  nothing: "Rien trouvé. Essayez un autre mot.",
  topics: {
    "time-track": {
      title: "Saisir ce que vous faites",
      text: "Écrivez ce que vous faites dans la barre du haut, choisissez un projet (ou tapez @ et son nom), puis démarrez le minuteur. Arrêtez-le quand vous avez terminé.",
    },
    "time-day": {
      title: "Ajouter toute une journée d’un coup",
      text: "Cliquez sur « Ajouter une entrée » ou appuyez sur N et tapez une ligne par entrée : « 9-10:30 @Site relecture » ou « 45m appel #ventes ». L’aperçu montre ce qui sera ajouté et signale les lignes à corriger.",
    },
    "time-correct": {
      title: "Corriger une entrée",
      text: "Cliquez sur ce qui est faux et modifiez-le ; c’est enregistré quand vous quittez le champ. Le menu de l’entrée permet de la copier, de la scinder ou de la supprimer. « Annuler », ou Ctrl Z, annule votre dernière action.",
    },
    "time-forgot": {
      title: "Corriger un minuteur oublié",
      text: "Si un minuteur tourne depuis plus de dix heures ou depuis la veille, la page de votre temps indique votre dernière pause sur cet appareil et propose de l’arrêter à ce moment. Vous pouvez aussi l’arrêter, puis corriger la fin.",
    },
    "time-locked": {
      title: "Savoir pourquoi une entrée est verrouillée",
      text: "Les entrées munies d’un cadenas sont dans une période close, dans une feuille de temps soumise, ou déjà facturées. Survolez le cadenas pour voir la raison. Retirez la feuille de temps, ou demandez à la personne qui valide votre temps.",
    },
    "calendar-draw": {
      title: "Utiliser le calendrier",
      text: "Faites glisser sur les heures pour ajouter une entrée, faites glisser une entrée pour la déplacer, et tirez une extrémité pour l’allonger ou la raccourcir. Tout peut être annulé.",
    },
    "calendar-others": {
      title: "Voir vos réunions à côté de votre temps",
      text: "Dans le calendrier, ajoutez l’adresse de votre autre calendrier sous « Autres calendriers ». Ses événements apparaissent en pointillés, et un clic en fait une entrée. Personne d’autre ne les voit.",
    },
    "timesheet-fill": {
      title: "Remplir une semaine",
      text: "La feuille de temps a une ligne par projet et tâche, et une colonne par jour. Tapez 1:30, 1,5 ou 90m dans une case. Vous pouvez reprendre les lignes de la semaine précédente, et copier et coller des cases, même depuis un tableur.",
    },
    "timesheet-submit": {
      title: "Soumettre votre temps",
      text: "Quand une semaine ou un mois est complet, soumettez la feuille de temps. Si elle vous est renvoyée, la note s’affiche au-dessus de votre temps : corrigez-le et soumettez-la de nouveau. Pour modifier du temps déjà soumis, retirez d’abord la feuille de temps.",
    },
    "projects-new": {
      title: "Créer un projet",
      text: "Dans « Projets », cliquez sur « Nouveau projet ». Le client, le taux horaire, le budget et les membres se règlent au même endroit, et un client nouveau est créé au passage. Pour saisir du temps, quelques lettres du nom suffisent à le trouver.",
    },
    "projects-budget": {
      title: "Tenir un budget",
      text: "Modifiez un projet pour lui donner un budget en heures ou en argent, en une fois ou par mois. Sa page montre ce qui est consommé et, après cinq jours ouvrés, quand le budget sera épuisé. Vous recevez une notification aux pourcentages de votre choix.",
    },
    "rates-set": {
      title: "Fixer le prix d’une heure",
      text: "Un taux horaire s’applique à tout le monde, à un projet, à une tâche, à une personne, ou à une personne sur un projet ; le plus précis l’emporte. Les entrées gardent leur prix d’origine : un nouveau taux propose donc de réévaluer les précédentes.",
    },
    "tags-tidy": {
      title: "Ranger les étiquettes",
      text: "Renommez une étiquette pour la changer dans toutes les entrées. Si le nouveau nom existe déjà, les deux sont fusionnées. Vous pouvez aussi en sélectionner plusieurs et les fusionner. Les deux peuvent être annulés.",
    },
    "reports-read": {
      title: "Voir à quoi le temps a servi",
      text: "Choisissez les jours, filtrez par un ou plusieurs projets, personnes ou étiquettes, et regroupez le résultat. Un clic sur un chiffre montre ses entrées. Exportez le résultat pour un tableur.",
    },
    "reports-share": {
      title: "Partager un rapport",
      text: "Enregistrez un rapport et partagez-le avec toute l’organisation. Pour un client sans compte, créez un lien : il montre les chiffres du moment jusqu’à son expiration, avec ou sans montants, comme vous voulez.",
    },
    "billing-bill": {
      title: "Facturer un client",
      text: "« Facturation » montre ce qui n’a pas encore été facturé à chaque client. Choisissez le client et les jours, vérifiez les lignes, puis facturez. Les entrées facturées sont verrouillées : rien n’est facturé deux fois. Annuler la facturation les libère.",
    },
    "team-invite": {
      title: "Inviter des personnes",
      text: "Dans « Équipe », cliquez sur « Inviter » et collez autant d’adresses que vous voulez, avec ou sans noms. Tout le monde reçoit le rôle et l’équipe que vous choisissez. Si le serveur n’envoie pas d’e-mails, copiez les liens et transmettez-les vous-même.",
    },
    "team-roles": {
      title: "Décider qui peut faire quoi",
      text: "Les membres saisissent leur propre temps. Les observateurs ne font que lire. Les gestionnaires voient le temps de tous et gèrent les projets et les taux. Les administrateurs gèrent aussi les membres et les paramètres. Cliquez sur un rôle dans le tableau des membres pour le changer.",
    },
    "team-leads": {
      title: "Confier une équipe à quelqu’un",
      text: "Créez une équipe dans « Équipe » et désignez ses responsables. Ils voient et corrigent le temps de ses membres et valident leurs feuilles de temps. C’est vous qui décidez s’ils voient aussi les montants.",
    },
    "approvals-decide": {
      title: "Valider le temps",
      text: "« Validations » montre qui a soumis quoi. Ouvrez une feuille de temps pour la voir par projet et par jour, puis validez-la ou renvoyez-la avec une note. Vous pouvez aussi en sélectionner plusieurs et les valider ensemble.",
    },
    "imports-bring": {
      title: "Reprendre votre historique",
      text: "Importez un fichier de Toggl, Clockify, Harvest, Kimai ou solidtime, ou n’importe quel fichier CSV. Vous voyez d’avance ce qui sera créé, puis une comparaison qui prouve qu’aucun temps n’a été perdu.",
    },
    "any-offline": {
      title: "Travailler sans connexion",
      text: "Continuez comme d’habitude : les entrées et le minuteur fonctionnent sans connexion, et tout est envoyé dès que le serveur est de nouveau joignable. Si quelqu’un a modifié le même champ entre-temps, vous choisissez.",
    },
    "profile-adapt": {
      title: "Régler vos préférences",
      text: "Dans votre profil, vous choisissez votre langue, votre fuseau horaire, le thème et vos notifications, changez votre mot de passe et reliez votre calendrier.",
    },
  },
  open: (screen) => `Ouvrir : ${screen}`,
  picture: (title) => `Capture d’écran : ${title}`,
  developers: {
    lead: "Pour les programmes et les personnes qui les écrivent.",
    reference: "Chaque opération de l’API, avec ses champs et ses erreurs.",
    guide: "Guide de l’API",
    guideHint: "Le fonctionnement de l’API, l’exploitation du service, et plus encore (en anglais).",
    blog: "Les articles servis par l’API du blog.",
  },
  keys: {
    everywhere: "Partout",
    palette: "Rechercher, lancer une commande ou ajouter des entrées",
    describe: "Décrire votre travail en cours",
    startOrStop: "Démarrer ou arrêter le minuteur",
    undo: "Annuler",
    sheet: "Afficher l’aide et ces touches",
    close: "Fermer ou abandonner la saisie d’un champ",
    goTo: "Aller à",
    addEntry: "Ajouter une ou plusieurs entrées",
    inCalendar: "Dans le calendrier",
    move: "Déplacer une entrée",
    resize: "Allonger ou raccourcir une entrée",
    newEntry: "Ajouter une entrée à l’heure choisie",
    duplicate: "Dupliquer une entrée",
    turnPage: "Afficher les jours précédents ou suivants",
    inTimesheet: "Dans la feuille de temps",
    editCell: "Modifier une cellule (la frappe remplace son contenu)",
    openCell: "Ouvrir les entrées et commentaires de la cellule",
    keepAndGo: "Valider la saisie et continuer",
    emptyCells: "Vider des cellules",
    copyPaste: "Copier et coller, y compris depuis un tableur",
    nextEntry: "Entrée suivante ou précédente",
    selectMore: "Étendre la sélection",
    trim: "Arrêter un minuteur oublié à une heure antérieure",
    turnOff: "Vous pouvez désactiver les raccourcis à une touche dans votre profil.",
  },
};

import type { guide as en } from "#i18n/en/guide.ts";

export const guide: typeof en = {
  lead: "Comment faire l’essentiel. Pour trouver le reste, appuyez sur Ctrl K et tapez un mot.",
  topics: {
    time: {
      title: "Saisir votre journée",
      text: "Écrivez ce que vous faites dans la barre du haut, choisissez un projet (ou tapez @ et son nom), puis démarrez le minuteur. Arrêtez-le quand vous avez terminé. Pour ajouter du temps après coup, cliquez sur « Ajouter une entrée » ou appuyez sur N et tapez une ligne par entrée : « 9-10:30 @Site relecture » ou « 45m appel #ventes ». L’aperçu montre ce qui sera ajouté.",
    },
    correct: {
      title: "Corriger une entrée",
      text: "Cliquez sur ce qui est faux et modifiez-le ; c’est enregistré quand vous quittez le champ. Le menu de l’entrée permet de la copier, de la scinder ou de la supprimer. « Annuler », ou Ctrl Z, annule votre dernière action. Les entrées munies d’un cadenas sont dans une période close : demandez à la personne qui valide votre temps de la rouvrir.",
    },
    calendar: {
      title: "Utiliser le calendrier",
      text: "Faites glisser sur les heures pour ajouter une entrée, faites glisser une entrée pour la déplacer, et tirez une extrémité pour l’allonger ou la raccourcir. Vous pouvez afficher vos autres calendriers à côté et reprendre leurs événements d’un clic.",
    },
    timesheet: {
      title: "Remplir une semaine",
      text: "La feuille de temps a une ligne par projet et tâche, et une colonne par jour. Tapez 1:30, 1,5 ou 90m dans une case. Vous pouvez reprendre les lignes de la semaine précédente, et copier et coller des cases, même depuis un tableur.",
    },
    submissions: {
      title: "Soumettre votre temps",
      text: "Quand une semaine ou un mois est complet, soumettez la feuille de temps. Si elle vous est renvoyée, la note s’affiche au-dessus de votre temps et dans vos notifications : corrigez votre temps et soumettez-la de nouveau. Pour modifier du temps déjà soumis, retirez d’abord la feuille de temps.",
    },
    reports: {
      title: "Voir à quoi le temps a servi",
      text: "Choisissez les jours, filtrez par un ou plusieurs projets, personnes ou étiquettes, et regroupez le résultat. Un clic sur un chiffre montre ses entrées. Enregistrez un rapport pour le retrouver ou le partager par un lien, et exportez-le pour un tableur.",
    },
    profile: {
      title: "Régler vos préférences",
      text: "Dans votre profil, vous choisissez votre langue, votre fuseau horaire, le thème et vos notifications, changez votre mot de passe et reliez votre calendrier.",
    },
    shortcuts: {
      title: "Utiliser le clavier",
      text: "Ctrl K trouve les pages, les projets et les entrées. S démarre ou arrête le minuteur, N ajoute des entrées, G puis T mène à votre temps, et ? affiche tous les raccourcis.",
    },
  },
  open: (screen) => `Ouvrir : ${screen}`,
  developers: {
    lead: "Pour les programmes et les personnes qui les écrivent.",
    reference: "Chaque opération de l’API, avec ses champs et ses erreurs.",
    guide: "Guide de l’API",
    guideHint: "Le fonctionnement de l’API, l’exploitation du service, et plus encore (en anglais).",
    blog: "Les articles servis par l’API du blog.",
  },
};

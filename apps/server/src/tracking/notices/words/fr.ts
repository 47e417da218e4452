import type { Words } from "./words.ts";

export const fr: Words = {
  timeMissing: {
    title: (day) => `Aucun temps saisi ${day}`,
    text: "Vous n’avez saisi aucun temps ce jour-là.",
    action: "Ajouter du temps",
  },
  timerRunning: {
    title: (duration) => `Votre minuteur tourne depuis ${duration}`,
    text: (since) => `Il tourne depuis ${since}. Avez-vous oublié de l’arrêter ?`,
    action: "Arrêter le minuteur",
  },
  due: {
    title: (period) => `Votre feuille de temps est à soumettre : ${period}`,
    text: "La période est terminée. Vérifiez votre temps et soumettez la feuille.",
    action: "Ouvrir la feuille de temps",
  },
  submitted: {
    title: (name, period) => `${name} a soumis sa feuille de temps : ${period}`,
    text: "La feuille de temps attend votre validation.",
    action: "Vérifier la feuille de temps",
  },
  decided: {
    approved: (period) => `Votre feuille de temps est validée : ${period}`,
    rejected: (period) => `Votre feuille de temps vous est renvoyée : ${period}`,
    open: (period) => `Votre feuille de temps est rouverte : ${period}`,
    by: (name) => `Décision de ${name}.`,
    noted: (name, note) => `${name} a écrit : ${note}`,
    action: "Ouvrir la feuille de temps",
  },
  budget: {
    reached: (project, percent) => `${project} a consommé ${percent} de son budget`,
    exceeded: (project) => `${project} a dépassé son budget`,
    text: (since) =>
      since === null ? "Ouvrez le projet pour voir ce qu’il reste." : `La période a commencé le ${since}.`,
    action: "Ouvrir le projet",
  },
  digest: {
    title: (week) => `Votre équipe : ${week}`,
    text: "Le temps que chacun a saisi.",
    total: (people, duration) => `${people === 1 ? "1 personne" : `${people} personnes`}, ${duration} au total`,
    nobody: "Personne n’a saisi de temps.",
    more: (people) => `et ${people} de plus`,
    action: "Ouvrir le rapport",
  },
  week: (day) => `semaine du ${day}`,
  mail: {
    why: (organization) => `Vous recevez ce message en tant que membre de ${organization}.`,
    unsubscribe: "Ne plus recevoir ces messages",
  },
  page: {
    title: "Ne plus recevoir ces messages",
    question: (kind) => `Ne plus recevoir de messages du type « ${kind} » ?`,
    button: "Ne plus recevoir ces messages",
    done: "C’est fait : vous ne recevrez plus ces messages. Vous pouvez les réactiver dans votre profil.",
    gone: "Ce lien n’est plus valable. Vous pouvez choisir dans votre profil les messages que vous recevez.",
  },
  kinds: {
    time_missing: "Temps manquant",
    timer_running_long: "Minuteur oublié",
    timesheet_due: "Feuille de temps à soumettre",
    timesheet_submitted: "Feuille de temps soumise",
    timesheet_decided: "Décision sur une feuille de temps",
    budget: "Budget",
    digest: "Résumé de la semaine",
  },
};

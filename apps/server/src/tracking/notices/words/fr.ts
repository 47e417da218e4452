import type { Words } from "./words.ts";

export const fr: Words = {
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
};

import type { Words } from "./words.ts";

export const en: Words = {
  mail: {
    why: (organization) => `You receive this email because you’re a member of ${organization}.`,
    unsubscribe: "Stop these emails",
  },
  page: {
    title: "Stop emails",
    question: (kind) => `Stop all “${kind}” emails?`,
    button: "Stop these emails",
    done: "Done: you won’t receive these emails any more. You can turn them on again in your profile.",
    gone: "This link no longer works. You can choose which emails you receive in your profile.",
  },
};

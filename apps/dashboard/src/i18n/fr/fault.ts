import type { fault as en } from "#i18n/en/fault.ts";

export const fault: typeof en = {
  title: "Un problème est survenu",
  failed:
    "Un problème est survenu ici. Rechargez la page : tout ce que vous avez enregistré est conservé, même ce qui n’a pas encore été envoyé.",
  typed: "Votre saisie :",
  reload: "Recharger",
};

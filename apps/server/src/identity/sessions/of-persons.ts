import type { Resource } from "#identity/history/resource.ts";

const target = "user";

/** Changes to a person rather than to a membership. Each of the person's organizations records them. */
export const ofPersons = [
  {
    kind: "sign_in",
    noun: { en: "Sign-in", de: "Anmeldung", fr: "Connexion" },
    target,
    actions: [{ name: "sign_in.failed", isHappening: true }],
  },
  {
    kind: "password",
    noun: { en: "Password", de: "Passwort", fr: "Mot de passe" },
    target,
    actions: [
      { name: "password.changed", isHappening: true },
      { name: "password.removed", isHappening: true },
    ],
  },
  {
    kind: "second_factor",
    noun: { en: "Second factor", de: "Zweiter Faktor", fr: "Double authentification" },
    target,
    actions: [
      { name: "second_factor.enabled", isHappening: true },
      { name: "second_factor.disabled", isHappening: true },
    ],
  },
  {
    kind: "recovery_codes",
    noun: { en: "Recovery codes", de: "Wiederherstellungscodes", fr: "Codes de récupération" },
    target,
    actions: [{ name: "recovery_codes.replaced", isHappening: true }],
  },
  {
    kind: "identity",
    noun: { en: "Sign-in provider", de: "Anmeldeanbieter", fr: "Fournisseur de connexion" },
    target,
    actions: [
      { name: "identity.linked", isHappening: true },
      { name: "identity.unlinked", isHappening: true },
    ],
  },
  {
    kind: "email",
    noun: { en: "Email address", de: "E-Mail-Adresse", fr: "Adresse e-mail" },
    target,
    actions: [{ name: "email.verified", isHappening: true }],
  },
  {
    kind: "preferences",
    noun: { en: "Preferences", de: "Persönliche Einstellungen", fr: "Préférences" },
    target,
    actions: [{ name: "preferences.changed", isHappening: true }],
  },
] as const satisfies readonly Resource[];

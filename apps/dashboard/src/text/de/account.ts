import type { Catalogue } from "#text/catalogue.ts";

export const account: Catalogue["account"] = {
  signIn: "Anmelden",
  email: "E-Mail",
  password: "Passwort",
  newPassword: "Neues Passwort",
  setPassword: "Passwort festlegen",
  code: "Code der Authenticator-App",
  serverSilent: "Der Server antwortet nicht. Versuchen Sie es erneut.",
};

import type { Catalogue } from "#text/catalogue.ts";

export const account: Catalogue["account"] = {
  signIn: "Anmelden",
  signInWith: (name) => `Anmelden mit ${name}`,
  email: "E-Mail",
  name: "Ihr Name",
  nameIfNew: "Ihr Name, falls Sie hier noch kein Konto haben",
  password: "Passwort",
  newPassword: "Neues Passwort",
  passwordRule: "Mindestens 10 Zeichen; ein Satz ist leicht zu merken.",
  passwordOrNew: "Das Ihres Kontos hier, oder ein neues mit mindestens 10 Zeichen.",
  setPassword: "Passwort festlegen",
  passwordSet: "Ihr neues Passwort gilt. Alle Ihre Sitzungen sind beendet.",
  show: "Eingabe anzeigen",
  secondFactor: "Zweiter Faktor",
  code: "Code der Authenticator-App",
  recoveryCode: "Wiederherstellungscode",
  recoveryCodeRule: "Jeder gilt einmal.",
  useCode: "Stattdessen die App verwenden",
  useRecoveryCode: "Stattdessen einen Wiederherstellungscode verwenden",
  forgotten: "Passwort vergessen?",
  forgottenLead:
    "Gehört diese Adresse hier jemandem, wird ihr ein Link gesendet, mit dem sich ein neues Passwort festlegen lässt. Er gilt einmal und eine Stunde lang.",
  sendLink: "Link senden",
  linkSent: "Gehört diese Adresse hier jemandem, ist der Link unterwegs.",
  noMail:
    "Dieser Server versendet keine E-Mails. Bitten Sie seinen Betreiber um einen Link: Der Befehl stint-server password-link erzeugt ihn.",
  setUp: "Stint einrichten",
  setUpLead: "Ihre Organisation und Sie als Inhaber. Alles lässt sich später ändern.",
  setUpNeeded:
    "Stint ist noch nicht eingerichtet. Öffnen Sie den Link, den der Server beim Start ausgibt; jeder Start gibt einen neuen aus.",
  isSetUp:
    "Es gibt schon eine Organisation. Melden Sie sich als eines ihrer Mitglieder an, oder bitten Sie um eine Einladung.",
  organizationName: "Organisation",
  timeZone: "Zeitzone",
  currency: "Währung",
  acceptInvitation: "Einladung annehmen",
  invitationLead: (organization, role, email) => `Zu ${organization}, als ${role}, für ${email}.`,
  invitationLinkNeeded: "Öffnen Sie den Link, den Sie erhalten haben. Er gilt einmal und sieben Tage lang.",
  roles: { owner: "Inhaber", admin: "Admin", manager: "Manager", member: "Mitglied", viewer: "Betrachter" },
  openIdErrors: {
    openid_unavailable: "Der OpenID-Anbieter antwortet nicht. Versuchen Sie es später erneut.",
    openid_failed: "Die Anmeldung hat nicht funktioniert. Versuchen Sie es erneut.",
    not_linked:
      "Zu diesem Konto gehört hier niemand. Melden Sie sich mit einem Passwort an, oder bitten Sie um eine Einladung.",
  },
  serverSilent: "Der Server antwortet nicht. Versuchen Sie es erneut.",
};

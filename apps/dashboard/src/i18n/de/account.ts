import type { account as en } from "#i18n/en/account.ts";

export const account: typeof en = {
  signInWith: (name) => `Mit ${name} anmelden`,
  email: "E-Mail-Adresse",
  name: "Ihr Name",
  haveAccount: "Ich habe hier schon ein Konto",
  haveNoAccount: "Ich bin neu hier",
  password: "Passwort",
  newPassword: "Neues Passwort",
  passwordRule: "Mindestens 10 Zeichen. Ein ganzer Satz lässt sich leicht merken.",
  setPassword: "Passwort festlegen",
  passwordSet: "Ihr neues Passwort ist festgelegt. Alle Ihre Sitzungen wurden beendet.",
  show: "Passwort anzeigen",
  secondFactor: "Zweiter Faktor",
  code: "Code aus Ihrer Authenticator-App",
  recoveryCode: "Wiederherstellungscode",
  recoveryCodeRule: "Jeder Code gilt nur einmal.",
  useCode: "Stattdessen die App verwenden",
  useRecoveryCode: "Stattdessen einen Wiederherstellungscode verwenden",
  forgotten: "Passwort vergessen?",
  forgottenLead:
    "Wenn es zu dieser Adresse ein Konto gibt, erhalten Sie eine E-Mail mit einem Link zum Festlegen eines neuen Passworts. Der Link gilt eine Stunde lang und nur einmal.",
  sendLink: "Link senden",
  linkSent: "Wenn es zu dieser Adresse ein Konto gibt, ist der Link unterwegs.",
  noMail:
    "Dieser Server versendet keine E-Mails. Bitten Sie die Person, die ihn betreibt, um einen Link: Der Befehl stint-server password-link erstellt einen.",
  setUp: "Stint einrichten",
  setUpLead:
    "Geben Sie Ihrer Organisation einen Namen und legen Sie Ihr Konto an. Sie werden Inhaber der Organisation. Sie können alles später ändern, die Währung aber nur, solange es keine Stundensätze oder Beträge gibt.",
  insecure:
    "An dieser Adresse können Sie sich nicht anmelden: Über einfaches http behalten Browser weder Sitzung noch Offline-Kopie noch Mitteilungen.",
  setUpHttps: "https einrichten",
  noCookies:
    "In diesem Browser können Sie sich nicht anmelden, weil er Cookies blockiert. Erlauben Sie Cookies für diese Website und laden Sie die Seite neu.",
  setUpNeeded:
    "Stint ist noch nicht eingerichtet. Öffnen Sie den Link, den der Server beim Start ausgegeben hat. Bei jedem Start gibt er einen neuen aus.",
  isSetUp: "Es gibt schon eine Organisation. Melden Sie sich als Mitglied an oder bitten Sie um eine Einladung.",
  organizationName: "Organisation",
  organizationHint: "Ihre Firma oder, wenn Sie allein arbeiten, Ihr Name.",
  noDeviceZone: "Ihr Browser nennt keine Zeitzone, die es gibt. Wählen Sie die Ihrer Organisation.",
  currency: "Währung",
  acceptInvitation: "Einladung annehmen",
  invitationLead: (organization, role, email) =>
    `Sie sind eingeladen, ${organization} als ${role} beizutreten. Ihre E-Mail-Adresse: ${email}.`,
  invitationLinkNeeded: "Öffnen Sie den Link aus Ihrer Einladung. Er gilt sieben Tage lang und nur einmal.",
  roles: { owner: "Inhaber", admin: "Admin", manager: "Manager", member: "Mitglied", viewer: "Betrachter" },
  signedOut: "Sie sind abgemeldet.",
  signingOut: "Sie werden abgemeldet …",
  signOutPending: "Sie sind noch nicht abgemeldet",
  signOutPendingText:
    "Der Server antwortet nicht, deshalb besteht Ihre Sitzung in diesem Browser noch. Geben Sie dieses Gerät vorerst nicht aus der Hand.",
  signOutPendingLater:
    "Ihre Daten wurden aus diesem Browser entfernt. Stint versucht weiter, Sie abzumelden, auch beim nächsten Öffnen.",
};

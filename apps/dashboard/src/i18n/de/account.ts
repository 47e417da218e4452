import type { Catalogue } from "#i18n/catalogue.ts";

export const account: Catalogue["account"] = {
  signIn: "Anmelden",
  signInWith: (name) => `Anmelden mit ${name}`,
  email: "E-Mail",
  name: "Ihr Name",
  haveAccount: "Ich habe hier schon ein Konto",
  haveNoAccount: "Ich bin neu hier",
  password: "Passwort",
  newPassword: "Neues Passwort",
  passwordRule: "Mindestens 10 Zeichen; ein Satz ist leicht zu merken.",
  setPassword: "Passwort festlegen",
  passwordSet: "Ihr neues Passwort ist festgelegt. Alle Ihre Sitzungen wurden beendet.",
  show: "Passwort anzeigen",
  secondFactor: "Zweiter Faktor",
  code: "Code aus Ihrer Authenticator-App",
  recoveryCode: "Wiederherstellungscode",
  recoveryCodeRule: "Jeder Code gilt einmal.",
  useCode: "Stattdessen die App verwenden",
  useRecoveryCode: "Stattdessen einen Wiederherstellungscode verwenden",
  forgotten: "Passwort vergessen?",
  forgottenLead:
    "Wenn es zu dieser Adresse ein Konto gibt, erhalten Sie per E-Mail einen Link, um ein neues Passwort festzulegen. Er gilt einmal und eine Stunde lang.",
  sendLink: "Link senden",
  linkSent: "Wenn es zu dieser Adresse ein Konto gibt, ist der Link unterwegs.",
  noMail:
    "Dieser Server versendet keine E-Mails. Bitten Sie die Person, die ihn betreibt, um einen Link: Der Befehl stint-server password-link erstellt ihn.",
  setUp: "Stint einrichten",
  setUpLead: "Benennen Sie Ihre Organisation und legen Sie Ihr Konto als Inhaber an. Alles lässt sich später ändern.",
  setUpNeeded:
    "Stint ist noch nicht eingerichtet. Öffnen Sie den Link, den der Server beim Start ausgibt; jeder Start gibt einen neuen aus.",
  isSetUp:
    "Es gibt schon eine Organisation. Melden Sie sich als eines ihrer Mitglieder an, oder bitten Sie um eine Einladung.",
  isReady: "Stint ist bereit",
  isReadyLead: "Sie sind als Inhaber angemeldet. Das sind die üblichen nächsten Schritte, in beliebiger Reihenfolge:",
  startTracking: "Die erste Stunde erfassen",
  startTrackingHint: "Starten Sie den Timer, oder tragen Sie einen ganzen Tag ein.",
  bringHistory: "Bisherige Zeiten übernehmen",
  bringHistoryHint: "Aus einer anderen Zeiterfassung oder einer beliebigen CSV-Datei.",
  inviteTeam: "Das Team einladen",
  inviteTeamHint: "Jede Person erhält einen Link, um beizutreten.",
  organizationName: "Organisation",
  timeZone: "Zeitzone",
  currency: "Währung",
  acceptInvitation: "Einladung annehmen",
  invitationLead: (organization, role, email) =>
    `Sie sind zu ${organization} eingeladen, als ${role}, mit der Adresse ${email}.`,
  invitationLinkNeeded: "Öffnen Sie den Link aus Ihrer Einladung. Er gilt einmal und sieben Tage lang.",
  roles: { owner: "Inhaber", admin: "Admin", manager: "Manager", member: "Mitglied", viewer: "Betrachter" },
  openIdErrors: {
    openid_unavailable: "Der OpenID-Anbieter antwortet nicht. Versuchen Sie es später erneut.",
    openid_failed: "Die Anmeldung hat nicht funktioniert. Versuchen Sie es erneut.",
    openid_not_proved:
      "Ihr Anbieter hat keine neue Anmeldung verlangt und kann deshalb nicht bestätigen, dass Sie es sind. Legen Sie über „Passwort vergessen?“ ein Passwort fest, und melden Sie sich damit an.",
    not_linked:
      "Mit diesem Konto ist hier kein Mitglied verknüpft. Melden Sie sich mit einem Passwort an, oder bitten Sie um eine Einladung.",
  },
  signedOut: "Sie sind abgemeldet.",
  signingOut: "Sie werden abgemeldet …",
  signOutPending: "Sie sind noch nicht abgemeldet",
  signOutPendingText:
    "Der Server antwortet nicht, deshalb besteht Ihre Sitzung in diesem Browser noch. Überlassen Sie das Gerät vorerst niemandem.",
  signOutPendingLater:
    "Ihre Daten sind aus diesem Browser entfernt. Die Abmeldung wird automatisch wiederholt, auch wenn Sie Stint das nächste Mal öffnen.",
  serverSilent: "Der Server antwortet nicht. Versuchen Sie es erneut.",
};

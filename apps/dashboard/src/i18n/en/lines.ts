export const lines = {
  otherZone: (here: string, shown: string) => `Times are for ${shown}, not ${here}.`,
  useZone: (zone: string) => `Use ${zone}`,
  keepZone: (zone: string) => `Keep ${zone}`,
  unknownZone: (zone: string, shown: string) =>
    `This browser doesn’t know the time zone ${zone}. Times are for ${shown}.`,
  yours: "Yours",
  theirs: "Theirs",
  sessionEnded: "Your session has ended",
  sessionEndedText: "Sign in again to continue. Everything on the screen stays as it is.",
  signInAsOther: "Sign in as someone else",
  unsentStay: "Unsent changes stay in this browser, encrypted, and are sent when you sign in here again.",
  unsentGo: "If you sign out now, unsent changes are lost.",
};

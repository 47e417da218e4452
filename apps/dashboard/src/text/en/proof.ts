/** The texts of the dialog in which people prove who they are. */
export const proof = {
  title: "Prove that it is you",
  lead: "You signed in more than 10 minutes ago.",
  goOn: "Go on",
  elsewhere: "You have no password. Sign in anew with your provider, and do it again within 10 minutes.",
  signInAnew: "Sign in anew",
};

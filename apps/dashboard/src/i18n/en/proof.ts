/** The texts of the re-authentication dialog. */
export const proof = {
  title: "Confirm that it’s you",
  lead: "You signed in more than 10 minutes ago.",
  goOn: "Continue",
  elsewhere: "You don’t have a password. Sign in again with your provider, then try again within 10 minutes.",
  signInAgain: "Sign in again",
};

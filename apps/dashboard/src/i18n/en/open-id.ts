export const openId = {
  /** Why single sign-on failed, by the reason in the address. */
  errors: {
    openid_unavailable: "Your provider can’t be reached. Try again later, or sign in with a password.",
    openid_failed:
      "Signing in through your provider failed. Try again. If it keeps failing, tell the person who runs this server: the cause is in its log.",
    expired:
      "This sign-in took longer than ten minutes, was already completed, or began in another browser. Sign in again.",
    denied:
      "Your provider didn’t let you in, or you cancelled. If you should have access, ask the person who runs this server.",
    openid_not_proved:
      "Your provider didn’t ask you to sign in again, so Stint can’t be sure that it’s you. Choose “Forgotten your password?” to set a password, and confirm with that instead.",
    not_linked: "No member here is linked to that account. Sign in with a password, or ask for an invitation.",
    no_address:
      "Your provider didn’t send an email address. Ask the person who runs this server to change that at the provider.",
    unverified_address:
      "Your provider doesn’t say that your email address is verified. Ask the person who runs this server to change that at the provider.",
    unknown_address: "Nobody here has your email address. Ask for an invitation.",
    other_identity:
      "The account with your email address is linked to another account at your provider. Ask the person who runs this server to unlink that one.",
    no_membership: "You aren’t an active member of any organization here. Ask an administrator for access.",
  },
};

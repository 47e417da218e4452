export const account = {
  signInWith: (name: string) => `Sign in with ${name}`,
  email: "Email",
  name: "Your name",
  haveAccount: "I already have an account here",
  haveNoAccount: "I’m new here",
  password: "Password",
  newPassword: "New password",
  passwordRule: "At least 10 characters. A sentence is easy to remember.",
  setPassword: "Set password",
  passwordSet: "Your new password is set. All your sessions have ended.",
  show: "Show password",
  secondFactor: "Second factor",
  code: "Code from your authenticator app",
  recoveryCode: "Recovery code",
  recoveryCodeRule: "Each code works once.",
  useCode: "Use the app instead",
  useRecoveryCode: "Use a recovery code instead",
  forgotten: "Forgotten your password?",
  forgottenLead:
    "If there’s an account with this address, you’ll get an email with a link to set a new password. The link works once and expires after an hour.",
  sendLink: "Send the link",
  linkSent: "If there’s an account with this address, the link is on its way.",
  noMail:
    "This server doesn’t send email. Ask the person who runs it for a link. They can create one with the command stint-server password-link.",
  setUp: "Set up Stint",
  setUpLead:
    "Name your organization and create your account. You’ll own the organization. You can change all of this later, but the currency only while there are no rates or amounts.",
  insecure:
    "Signing in doesn’t work at this address: over plain http, browsers keep no session, offline copy or notifications.",
  setUpHttps: "Set up https",
  noCookies:
    "Signing in doesn’t work in this browser, because it blocks cookies. Allow cookies for this site, and reload the page.",
  setUpNeeded:
    "Stint isn’t set up yet. Open the link that the server printed when it started. The server prints a new link each time it starts.",
  isSetUp: "This server already has an organization. Sign in if you’re a member, or ask for an invitation.",
  organizationName: "Organization",
  organizationHint: "Your company, or your own name if you work alone.",
  noDeviceZone: "Your browser doesn’t name a time zone that exists. Choose the one of your organization.",
  currency: "Currency",
  acceptInvitation: "Accept the invitation",
  invitationLead: (organization: string, role: string, email: string) =>
    `${organization} has invited you (${email}) to join. Your role: ${role}.`,
  invitationLinkNeeded: "Open the link in your invitation. It works once and expires after seven days.",
  roles: { owner: "owner", admin: "admin", manager: "manager", member: "member", viewer: "viewer" },
  signingOut: "Signing out…",
  signedOut: "You’re signed out.",
  signOutPending: "You’re not signed out yet",
  signOutPendingText:
    "The server isn’t responding, so this browser is still signed in. Don’t hand this device to anyone else yet.",
  signOutPendingLater:
    "Your data has been removed from this browser. Stint keeps trying to sign you out, and tries again whenever you open it.",
};

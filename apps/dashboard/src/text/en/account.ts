export const account = {
  signIn: "Sign in",
  email: "E-mail",
  password: "Password",
  newPassword: "New password",
  setPassword: "Set password",
  code: "Code of the authenticator app",
  serverSilent: "The server does not answer. Try again.",
};

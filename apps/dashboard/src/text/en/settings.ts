/** Words that the screens of `/settings` share. */
export const settings = {
  title: "Settings",
  navigation: "Settings",
  organization: "Organization",
  apiKeys: "API keys",
  webhooks: "Webhooks",
  auditLog: "Audit log",
  import: "Import",
  backup: "Backups",
  you: "you",
  never: "never",
  secretOnce: "It is shown only now and cannot be shown again. Store it before you go on.",
  copy: "Copy",
  copied: "Copied",
  notCopied: "The browser did not allow copying.",
  stored: "I have stored it",
  done: "Done",
};

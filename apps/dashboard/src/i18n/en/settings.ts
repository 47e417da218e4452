export const settings = {
  navigation: "Settings",
  you: "you",
  never: "never",
  secretOnce: "It won’t be shown again, so save it before you continue.",
  copy: "Copy",
  copied: "Copied",
  notCopied: "Your browser didn’t allow copying.",
  onlyThisMachine: (origin: string) =>
    `Links begin with ${origin}, which only this computer can open. To let others open them, set PUBLIC_URL to this server’s address and restart it.`,
  stored: "I’ve saved it",
  done: "Done",
};

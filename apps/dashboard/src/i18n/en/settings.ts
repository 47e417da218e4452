/** Texts shared by the screens of `/settings`. */
export const settings = {
  navigation: "Settings",
  you: "you",
  never: "never",
  secretOnce: "It won’t be shown again, so save it before you continue.",
  copy: "Copy",
  copied: "Copied",
  notCopied: "Your browser didn’t allow copying.",
  stored: "I’ve saved it",
  done: "Done",
};

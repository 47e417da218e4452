export const fault = {
  title: "Something went wrong",
  failed:
    "Something went wrong here. Reload the page: everything you saved is kept, including changes that haven’t been sent yet.",
  typed: "What you typed:",
  reload: "Reload",
};

export const keys = {
  names: {
    Ctrl: "Ctrl",
    Shift: "Shift",
    Space: "Space",
    Delete: "Delete",
    Page: "Page",
    Enter: "Enter",
    Escape: "Escape",
  },
};

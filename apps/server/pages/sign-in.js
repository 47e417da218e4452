// The pages that links lead to until the dashboard is there: a form for each path, posted to /auth.
const token = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";
// The token stays neither in the address nor in the history.
if (token !== "") history.replaceState(null, "", location.pathname);

const email = { name: "email", label: "E-mail", type: "email", autocomplete: "username" };
const password = { name: "password", label: "Password", type: "password", autocomplete: "current-password" };
const newPassword = { ...password, label: "New password, at least 10 characters", autocomplete: "new-password" };
const code = { name: "code", label: "Code of the app, if you have one", autocomplete: "one-time-code", optional: true };
const name = { name: "name", label: "Your name", autocomplete: "name" };

const pages = {
  "/sign-in": { title: "Sign in", path: "/auth/sign-in", fields: [email, password, code] },
  "/set-up": {
    title: "Set up Stint",
    path: "/auth/set-up",
    fields: [{ name: "organizationName", label: "Organization" }, name, email, newPassword],
  },
  "/reset-password": { title: "Set a new password", path: "/auth/password/reset", fields: [newPassword] },
  "/invitation": { title: "Accept the invitation", path: "/auth/invitations/accept", fields: [name, newPassword] },
};
const errors = {
  openid_unavailable: "The OpenID provider does not answer. Try again later.",
  openid_failed: "Signing in did not work. Try again.",
  not_linked: "Nobody here belongs to that account. Sign in with a password, or ask for an invitation.",
};

const [form, status, link] = ["form", "[role=status]", "a[hidden]"].map((selector) => document.querySelector(selector));
const page = pages[location.pathname.replace(/\/$/, "")] ?? pages["/sign-in"];

async function send(method, path, body) {
  const json = { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const reply = await fetch(path, body === undefined ? { method } : { method, ...json });
  const text = await reply.text();
  return { status: reply.status, isOk: reply.ok, json: text === "" ? {} : JSON.parse(text) };
}

function show() {
  document.title = `${page.title} – Stint`;
  document.querySelector("h1").textContent = page.title;
  form.replaceChildren();
  for (const { label, optional, ...attributes } of page.fields) {
    const input = Object.assign(document.createElement("input"), { required: optional !== true, ...attributes });
    const around = document.createElement("label");
    around.append(label, input);
    form.append(around);
  }
  const button = document.createElement("button");
  button.textContent = page.title;
  form.append(button);
}

async function greet(signedIn) {
  form.hidden = true;
  const { isOk, json } = await send("GET", "/v1/me");
  const user = (isOk ? (json.user ?? json) : signedIn.user) ?? {};
  status.textContent = user.email === undefined ? "Done. You can sign in now." : `Signed in as ${user.email}.`;
}

async function submit() {
  status.textContent = "…";
  const given = [...new FormData(form)].filter(([, value]) => value !== "");
  const body = { ...(page.path === "/auth/sign-in" ? {} : { token }), ...Object.fromEntries(given) };
  try {
    const { isOk, json } = await send("POST", page.path, body);
    if (isOk) await greet(json);
    else status.textContent = json.detail;
  } catch {
    status.textContent = "The service does not answer. Try again.";
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void submit();
});

async function start() {
  status.textContent = errors[new URLSearchParams(location.search).get("error")] ?? "";
  if (page === pages["/invitation"]) {
    const { isOk, json } = await send("POST", "/auth/invitations/preview", { token });
    if (!isOk) status.textContent = json.detail;
    // Who has an account proves it; who has none chooses a password.
    if (json.hasAccount === true) page.fields = [password, code];
  }
  show();
  const { json } = await send("GET", "/auth/methods");
  if (page !== pages["/sign-in"] || !json.openId) return;
  link.textContent = `Sign in with ${json.openId.name}`;
  link.hidden = false;
}

void start();

// The pages that links lead to of a service without the dashboard: a form for each path, posted to /auth.
const token = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";
// The token stays neither in the address nor in the history.
if (token !== "") history.replaceState(null, "", location.pathname);

const email = { name: "email", label: "E-mail", type: "email", autocomplete: "username" };
const password = { name: "password", label: "Password", type: "password", autocomplete: "current-password" };
const newPassword = { ...password, label: "New password, at least 10 characters", autocomplete: "new-password" };
const code = { name: "code", label: "Code of the app, if you have one", autocomplete: "one-time-code", optional: true };
const name = { name: "name", label: "Your name", autocomplete: "name" };
const nameIfNew = { ...name, label: "Your name, if you have no account here yet", optional: true };
const passwordOrNew = { ...password, label: "Password: that of your account, or a new one of at least 10 characters" };

const pages = {
  "/sign-in": { title: "Sign in", path: "/auth/sign-in", fields: [email, password, code] },
  "/set-up": {
    title: "Set up Stint",
    path: "/auth/set-up",
    fields: [{ name: "organizationName", label: "Organization" }, name, email, newPassword],
    needs: "Open the link that the service printed at its start. Each start prints a new one.",
  },
  "/reset-password": {
    title: "Set a new password",
    path: "/auth/password/reset",
    fields: [newPassword],
    needs: "Open the link that you were sent. It works once, for an hour.",
  },
  "/invitation": {
    title: "Accept the invitation",
    path: "/auth/invitations/accept",
    fields: [name, newPassword],
    needs: "Open the link that you were sent. It works once, for seven days.",
  },
};
const reauthentication = { title: "Prove who you are", path: "/auth/reauthenticate", fields: [password, code] };
const errors = {
  openid_unavailable: "The OpenID provider does not answer. Try again later.",
  openid_failed: "Signing in did not work. Try again.",
  not_linked: "Nobody here belongs to that account. Sign in with a password, or ask for an invitation.",
};

const [form, status, lead, openId, done] = ["form", "[role=status]", "#lead", "#open-id", "#done"].map((selector) =>
  document.querySelector(selector),
);
let page = pages[location.pathname.replace(/\/$/, "")] ?? pages["/sign-in"];

async function send(method, path, body) {
  const json = { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const reply = await fetch(path, body === undefined ? { method } : { method, ...json });
  const text = await reply.text();
  return { isOk: reply.ok, json: text === "" ? {} : JSON.parse(text) };
}

function showForm() {
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
  form.hidden = false;
}

/** The end of a page: what is the case, and where to go on. */
function end(title, text, ...links) {
  document.title = `${title} – Stint`;
  document.querySelector("h1").textContent = title;
  for (const part of [form, openId, lead]) part.hidden = true;
  status.replaceChildren(text);
  for (const link of links) status.append(" ", Object.assign(document.createElement("a"), link));
}

const toSignIn = { textContent: "Sign in", href: "/sign-in" };

/** Signed in: by the reply to a form, or already by the session that the browser has. Tells whether there is a session. */
async function greet(signedIn) {
  const { isOk, json } = await send("GET", "/v1/me");
  const { user, organization, role } = isOk ? json : signedIn;
  end("You are signed in", `As ${user.email}, ${role} of ${organization.name}.`);
  if (isOk) {
    done.hidden = false;
    document.querySelector("#make-key").hidden = !json.scopes.includes("keys:write");
    return true;
  }
  document.querySelector("#key-command").textContent =
    `npx stint-server key create --org ${organization.id} --email ${user.email} --scopes full`;
  document.querySelector("#by-command").hidden = false;
  return false;
}

async function makeKey() {
  const { isOk, json } = await send("POST", "/v1/api-keys", { name: "For my terminal", scopes: ["full"] });
  if (isOk) return showKey(json.apiKey);
  if (json.code !== "reauthentication_required") return end("No API key", json.detail);
  page = reauthentication;
  showForm();
  done.hidden = true;
  status.textContent = "You signed in more than 10 minutes ago.";
}

function showKey(apiKey) {
  const api = `${location.origin}/v1`;
  const key = `-H "Authorization: Bearer ${apiKey}"`;
  const project = `-H "Content-Type: application/json" -d '{"name":"Website"}'`;
  document.querySelector("#api-key").textContent = apiKey;
  document.querySelector("#first-requests").textContent =
    `curl ${api}/me ${key}\n\ncurl ${api}/projects ${key} ${project}`;
  document.querySelector("#make-key").hidden = true;
  document.querySelector("#key").hidden = false;
}

async function copy(button) {
  const source = document.getElementById(button.dataset.copies);
  getSelection().selectAllChildren(source);
  await navigator.clipboard.writeText(source.textContent);
  button.textContent = "Copied";
}

async function submit() {
  status.textContent = "…";
  const given = [...new FormData(form)].filter(([, value]) => value !== "");
  const body = { ...(page.needs === undefined ? {} : { token }), ...Object.fromEntries(given) };
  const { isOk, json } = await send("POST", page.path, body);
  if (!isOk) {
    status.textContent = json.detail;
    return;
  }
  if (page === pages["/reset-password"]) return end("Done", "Your new password is set.", toSignIn);
  const hasSession = await greet(json);
  if (hasSession && (page === pages["/set-up"] || page === reauthentication)) await makeKey();
}

async function start() {
  const { json: methods } = await send("GET", "/auth/methods");
  if (page === pages["/set-up"] && methods.setUp === "done")
    return end(
      "Stint is set up",
      "There is an organization already. Sign in as one of its members. If you have no password yet, ask the operator for a link, which the command stint-server password-link makes.",
      toSignIn,
    );
  if (page.needs !== undefined && token === "") return end(page.title, page.needs, toSignIn);
  if (page === pages["/invitation"]) {
    const { isOk, json } = await send("POST", "/auth/invitations/preview", { token });
    if (!isOk) return end(page.title, json.detail, toSignIn);
    lead.textContent = `To ${json.organizationName}, as ${json.role}, for ${json.email}.`;
    lead.hidden = false;
    // Who has an account proves it; who has none chooses a password.
    if (json.hasAccount === true) page.fields = [password, code];
    // This link does not tell: one form for both.
    if (json.hasAccount === null) page.fields = [nameIfNew, passwordOrNew, code];
  }
  if (page === pages["/sign-in"]) {
    const { isOk, json } = await send("GET", "/v1/me");
    if (isOk) return greet(json);
    if (methods.setUp === "needed") return end("Stint is not set up", pages["/set-up"].needs);
    status.textContent = errors[new URLSearchParams(location.search).get("error")] ?? "";
  }
  showForm();
  if (page !== pages["/sign-in"] || !methods.openId) return;
  openId.textContent = `Sign in with ${methods.openId.name}`;
  openId.hidden = false;
}

/** What a click or the load of the page begins; a failure of the network is told, whatever was tried. */
function attempt(work) {
  work().catch(() => {
    status.textContent = "The service does not answer. Try again.";
  });
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(submit);
});
document.querySelector("#make-key").addEventListener("click", () => attempt(makeKey));
document.querySelector("#sign-out").addEventListener("click", () =>
  attempt(async () => {
    await send("POST", "/auth/sign-out");
    location.assign("/sign-in");
  }),
);
for (const button of document.querySelectorAll("[data-copies]"))
  button.addEventListener("click", () => {
    copy(button).catch(() => {
      button.textContent = "Selected: copy it yourself";
    });
  });
attempt(start);

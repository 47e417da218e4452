// The pages behind mailed and printed links, for a service without the dashboard. Each page has one form, whose data is
// sent to /auth.
const token = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";
// Removes the token from the address and the history.
if (token !== "") history.replaceState(null, "", location.pathname);

const email = { name: "email", label: "E-mail", type: "email", autocomplete: "username" };
const password = { name: "password", label: "Password", type: "password", autocomplete: "current-password" };
const newPassword = { ...password, label: "New password, at least 10 characters", autocomplete: "new-password" };
const code = {
  name: "code",
  label: "Code from your authenticator app, if you use one",
  autocomplete: "one-time-code",
  optional: true,
};
const name = { name: "name", label: "Your name", autocomplete: "name" };

const pages = {
  "/sign-in": { title: "Sign in", path: "/auth/sign-in", fields: [email, password, code] },
  "/set-up": {
    title: "Set up Stint",
    path: "/auth/set-up",
    fields: [{ name: "organizationName", label: "Organization" }, name, email, newPassword],
    needs: "Open the link that the service printed when it started. The service prints a new link each time it starts.",
  },
  "/reset-password": {
    title: "Set a new password",
    path: "/auth/password/reset",
    fields: [newPassword],
    needs: "Open the link that you received. It works once and expires after an hour.",
  },
  "/invitation": {
    title: "Accept the invitation",
    path: "/auth/invitations/accept",
    fields: [name, newPassword],
    needs: "Open the link in your invitation. It works once and expires after seven days.",
  },
};
const reauthentication = { title: "Confirm that it’s you", path: "/auth/reauthenticate", fields: [password, code] };
const errors = {
  openid_unavailable: "The OpenID provider isn’t responding. Try again later.",
  openid_failed: "Signing in didn’t work. Try again.",
  not_linked: "No member here is linked to that account. Sign in with a password, or ask for an invitation.",
};

const [form, status, lead, openId, done] = ["form", "[role=status]", "#lead", "#open-id", "#done"].map((selector) =>
  document.querySelector(selector),
);
document.querySelector("#insecure").hidden = isSecureContext;
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
  if (page.otherForm !== undefined) form.append(toOtherForm(page.otherForm));
  form.hidden = false;
}

/** A button that switches to the form for the other kind of person, and back. */
function toOtherForm({ label, fields, back }) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: label });
  button.addEventListener("click", () => {
    page.otherForm = { label: back, fields: page.fields, back: label };
    page.fields = fields;
    showForm();
  });
  return button;
}

/** Replaces the form with the outcome and links to continue. */
function end(title, text, ...links) {
  document.title = `${title} – Stint`;
  document.querySelector("h1").textContent = title;
  for (const part of [form, openId, lead]) part.hidden = true;
  status.replaceChildren(text);
  for (const link of links) status.append(" ", Object.assign(document.createElement("a"), link));
}

const toSignIn = { textContent: "Sign in", href: "/sign-in" };

/**
 * Shows who is signed in, through the form's reply or an existing session. Returns whether the browser has a session.
 */
async function greet(signedIn) {
  const { isOk, json } = await send("GET", "/v1/me");
  const { user, organization, role } = isOk ? json : signedIn;
  end("You’re signed in", `Your account is ${user.email}, ${role} of ${organization.name}.`);
  if (isOk) {
    done.hidden = false;
    document.querySelector("#make-key").hidden = !json.scopes.includes("keys:write");
    return true;
  }
  document.querySelector("#key-command").textContent =
    `{command} key create --org ${organization.id} --email ${user.email} --scopes full`;
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
      "This server already has an organization. Sign in if you’re a member. If you don’t have a password yet, ask the person who runs the service for a link. They can create one with the command stint-server password-link.",
      toSignIn,
    );
  if (page.needs !== undefined && token === "") return end(page.title, page.needs, toSignIn);
  if (page === pages["/invitation"]) {
    const { isOk, json } = await send("POST", "/auth/invitations/preview", { token });
    if (!isOk) return end(page.title, json.detail, toSignIn);
    lead.textContent = `${json.organizationName} has invited you (${json.email}) to join. Your role: ${json.role}.`;
    lead.hidden = false;
    // People with an account authenticate; new people choose a password.
    const known = [password, code];
    if (json.hasAccount === true) page.fields = known;
    // `hasAccount` is null if the inviter has seen the link: then the person says whether they have an account.
    if (json.hasAccount === null)
      page.otherForm = { label: "I already have an account here", fields: known, back: "I’m new here" };
  }
  if (page === pages["/sign-in"]) {
    const { isOk, json } = await send("GET", "/v1/me");
    if (isOk) return greet(json);
    if (methods.setUp === "needed") return end("Stint isn’t set up yet", pages["/set-up"].needs);
    status.textContent = errors[new URLSearchParams(location.search).get("error")] ?? "";
  }
  showForm();
  if (page !== pages["/sign-in"] || !methods.openId) return;
  openId.textContent = `Sign in with ${methods.openId.name}`;
  openId.hidden = false;
}

/** Runs the action of a click or of the page load, and reports network failures. */
function attempt(work) {
  work().catch(() => {
    status.textContent = "The service isn’t responding. Try again.";
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
      button.textContent = "Selected: press Ctrl + C or ⌘ + C to copy";
    });
  });
attempt(start);

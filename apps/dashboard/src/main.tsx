import "@fontsource-variable/geist/index.css";
import "@mantine/core/styles/baseline.css";
import "./ui/mantine.css";
import "virtual:theme.css";
import "./ui/tokens.css";
import "./ui/base.css";
import "./ui/forced-colors.css";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "#api/queries.ts";
import { theme } from "#ui/theme.ts";
import { loadAhead, Routes } from "./routes.tsx";

const root = document.getElementById("app");
if (root === null) throw new Error("index.html has no #app.");
const app = createRoot(root);
void loadAhead(location.pathname).then(() => {
  // As a transition it is drawn in short tasks: a slow device answers meanwhile.
  startTransition(() =>
    app.render(
      <StrictMode>
        <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
          <QueryClientProvider client={queryClient}>
            <Routes />
          </QueryClientProvider>
        </MantineProvider>
      </StrictMode>,
    ),
  );
  // After the first screen, which the files of all others would delay. Browsers that forbid it open the dashboard with the
  // server only.
  if (import.meta.env.PROD && "serviceWorker" in navigator)
    setTimeout(() => void navigator.serviceWorker.register("/service-worker.js").catch(() => undefined), 2000);
});

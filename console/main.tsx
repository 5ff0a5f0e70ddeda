import "@mantine/core/styles.css";
import "@mantine/charts/styles.css";
import "@mantine/notifications/styles.css";
import {
  Alert,
  Loader,
  createTheme,
  MantineProvider,
  Modal,
  Notification,
  Table,
  type CSSVariablesResolver,
} from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.js";
import { ApiError } from "./api.js";

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // Only what never arrived is asked again; what was refused stays refused.
      retry: (failures, error) => error instanceof ApiError && error.status === 0 && failures < 2,
      refetchOnWindowFocus: false,
    },
  },
});

const CLOSE = { "aria-label": "Close" };

const theme = createTheme({
  primaryColor: "indigo",
  primaryShade: { light: 8, dark: 6 },
  defaultRadius: "md",
  respectReducedMotion: true,
  // Buttons that only show a cross have a name, too.
  components: {
    // Titles in light colours are hard to read.
    Alert: Alert.extend({ styles: { label: { color: "var(--mantine-color-text)" } } }),
    Loader: Loader.extend({ defaultProps: { role: "status" } }),
    Modal: Modal.extend({ defaultProps: { closeButtonProps: CLOSE } }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: CLOSE } }),
    // Tables scroll sideways, so that no column stands letter below letter.
    Table: Table.extend({ styles: { table: { overflowWrap: "break-word" } } }),
  },
});

/** Grey and red text has to be read, too: at least 4.5 to 1, as WCAG 1.4.3 asks. */
const readable: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": "var(--mantine-color-gray-7)",
    "--mantine-color-placeholder": "var(--mantine-color-gray-7)",
    "--mantine-color-error": "var(--mantine-color-red-9)",
  },
  dark: {
    "--mantine-color-dimmed": "var(--mantine-color-dark-1)",
    "--mantine-color-placeholder": "var(--mantine-color-dark-1)",
    "--mantine-color-error": "var(--mantine-color-red-4)",
  },
});

// Titles of products and names of rules may be words without an end: these break where there is no room, and widen no page.
document.body.style.overflowWrap = "anywhere";

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={readable} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>
        <Notifications />
        <App />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);

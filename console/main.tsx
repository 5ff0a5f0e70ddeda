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
  Select,
  Table,
  Text,
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
      // Retries only requests that received no response. An error response of the service is final.
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
  components: {
    // Mantine's light title colours have too little contrast.
    Alert: Alert.extend({ styles: { label: { color: "var(--mantine-color-text)" } } }),
    Loader: Loader.extend({ defaultProps: { role: "status" } }),
    Modal: Modal.extend({ defaultProps: { closeButtonProps: CLOSE } }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: CLOSE } }),
    Select: Select.extend({ defaultProps: { allowDeselect: false } }),
    Text: Text.extend({ defaultProps: { size: "sm" } }),
    // Table cells only break between words. Wide tables therefore scroll sideways and keep readable columns.
    Table: Table.extend({ styles: { table: { overflowWrap: "break-word" } } }),
  },
});

/** Raises the contrast of dimmed, placeholder and error text to at least 4.5:1 (WCAG 1.4.3). */
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

// Breaks long words in product titles and rule names, so that the words do not widen the page.
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

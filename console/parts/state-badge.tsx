import { Badge } from "@mantine/core";

/** A word that says how something stands: its colour is beside it, so that it can be read on any ground. */
export const StateBadge = ({ color, children }: { readonly color: string; readonly children: string }) => (
  <Badge color={color} variant="outline" c="var(--mantine-color-text)" style={{ overflow: "visible" }}>
    {children}
  </Badge>
);

import { Badge } from "@mantine/core";

/** Status label. The colour is limited to the outline, so that the text has enough contrast on any background. */
export const StateBadge = ({ color, children }: { color: string; children: string }) => (
  <Badge color={color} variant="outline" c="var(--mantine-color-text)" style={{ overflow: "visible" }}>
    {children}
  </Badge>
);

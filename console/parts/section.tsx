import { Anchor, Card, Group, Stack, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "wouter";

interface SectionProps {
  readonly title: string;
  /** Link to the page with all details. */
  readonly link?: { readonly href: string; readonly label: string };
  readonly children: ReactNode;
}

/** Card with a heading, which is also its accessible name. */
export const Section = ({ title, link, children }: SectionProps) => (
  <Card withBorder component="section" aria-label={title}>
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {title}
        </Title>
        {link !== undefined && (
          <Anchor component={Link} href={link.href}>
            {link.label}
          </Anchor>
        )}
      </Group>
      {children}
    </Stack>
  </Card>
);

import { Anchor, Button, Card, Group, Stack, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "wouter";

interface SectionProps {
  readonly title: string;
  readonly link: { readonly href: string; readonly label: string };
  readonly children: ReactNode;
}

/** Card with a heading and a link to the page with all details. */
export const Section = ({ title, link, children }: SectionProps) => (
  <Card withBorder component="section" aria-label={title}>
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Anchor component={Link} href={link.href}>
          {link.label}
        </Anchor>
      </Group>
      {children}
    </Stack>
  </Card>
);

export const NextStep = ({ href, label }: { href: string; label: string }) => (
  <Button component={Link} href={href} variant="light" size="xs" style={{ alignSelf: "start" }}>
    {label}
  </Button>
);

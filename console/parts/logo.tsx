import { Group, Text } from "@mantine/core";

export const Logo = ({ size = 28 }: { size?: number }) => (
  <Group gap={8} wrap="nowrap">
    <svg width={size} height={size} viewBox="0 0 32 32" role="img" aria-label="Vitrine">
      <rect width="32" height="32" rx="8" fill="var(--mantine-color-indigo-8)" />
      <path d="M7 9h18l-2 15H9z" fill="none" stroke="#fff" strokeWidth="2" strokeLinejoin="round" />
      <path
        d="M11 13l5 8 5-8"
        fill="none"
        stroke="#fff"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
    <Text fw={700} size="lg" component="span" aria-hidden>
      Vitrine
    </Text>
  </Group>
);
